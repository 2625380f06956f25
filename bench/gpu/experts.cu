// Kernels as somebody who knows GPUs writes them, for the jobs of bench/quasar and bench/gpu/programs; `compare.py` compiles and runs them.
// Arrays of float, row after row; a mirrored index is reflected once behind the last element.
typedef unsigned int u32; typedef unsigned char u8;
__device__ __forceinline__ int mir(int i,int n){ i = i<0? -1-i : i; return i>=n? 2*n-1-i : i; } // one reflection: halo < n
// a: 5 taps along rows. 4 outputs per thread, vector loads
extern "C" __global__ void __launch_bounds__(256) x_a(const float* __restrict__ x, float* __restrict__ y, int h, int w){
  int j=(blockIdx.x*blockDim.x+threadIdx.x)*4, i=blockIdx.y*blockDim.y+threadIdx.y; if(i>=h||j>=w) return;
  const float* r=x+i*w; float v[8];
  if(j>=4 && j+8<=w){ float4 a=*(const float4*)(r+j-4), b=*(const float4*)(r+j), c=*(const float4*)(r+j+4);
    v[0]=a.z;v[1]=a.w;v[2]=b.x;v[3]=b.y;v[4]=b.z;v[5]=b.w;v[6]=c.x;v[7]=c.y; }
  else { 
#pragma unroll
    for(int k=0;k<8;k++) v[k]=r[mir(j+k-2,w)]; }
  float4 o; float* po=(float*)&o;
#pragma unroll
  for(int k=0;k<4;k++) po[k]=0.0625f*v[k]+0.25f*v[k+1]+0.375f*v[k+2]+0.25f*v[k+3]+0.0625f*v[k+4];
  *(float4*)(y+i*w+j)=o; }
// b: sobel magnitude, rolling column of 4 rows per thread
extern "C" __global__ void __launch_bounds__(256) x_b(const float* __restrict__ x, float* __restrict__ y, int h, int w){
  int j=blockIdx.x*blockDim.x+threadIdx.x, i0=(blockIdx.y*blockDim.y+threadIdx.y)*4; if(j>=w||i0>=h) return;
  int jl=mir(j-1,w), jr=mir(j+1,w);
  const float* p=x+mir(i0-1,h)*w; float a0=p[jl],a1=p[j],a2=p[jr]; p=x+i0*w; float b0=p[jl],b1=p[j],b2=p[jr];
#pragma unroll
  for(int k=0;k<4;k++){ int i=i0+k; if(i>=h) break; p=x+mir(i+1,h)*w; float c0=p[jl],c1=p[j],c2=p[jr];
    float gx=a2-a0+2*(b2-b0)+c2-c0, gy=c0-a0+2*(c1-a1)+c2-a2; y[i*w+j]=sqrtf(gx*gx+gy*gy);
    a0=b0;a1=b1;a2=b2;b0=c0;b1=c1;b2=c2; } }
// c: separable 15 taps: rows through shared memory with halo, 4 outputs per thread
__constant__ float cw[15];
extern "C" __global__ void __launch_bounds__(128) x_ch(const float* __restrict__ x, float* __restrict__ y, int h, int w){
  __shared__ __align__(16) float s[4][32*4+16]; int i=blockIdx.y*4+threadIdx.y, j0=blockIdx.x*128; 
  if(i<h){ const float* r=x+i*w; for(int k=threadIdx.x;k<144;k+=32) s[threadIdx.y][k]=r[mir(j0+k-8,w)]; } __syncthreads();
  int j=j0+threadIdx.x*4; if(i>=h||j>=w) return; float v[20]; 
#pragma unroll
  for(int k=0;k<5;k++) *(float4*)&v[4*k]=*(float4*)&s[threadIdx.y][threadIdx.x*4+4*k];
  float4 o; float* po=(float*)&o;
#pragma unroll
  for(int q=0;q<4;q++){ float t=0; 
#pragma unroll
    for(int k=0;k<15;k++) t+=cw[k]*v[q+k+1]; po[q]=t; }
  *(float4*)(y+i*w+j)=o; }
// c vertical: 8 outputs per thread, register window
extern "C" __global__ void __launch_bounds__(128) x_cv(const float* __restrict__ x, float* __restrict__ y, int h, int w){
  int j=blockIdx.x*blockDim.x+threadIdx.x, i0=(blockIdx.y*blockDim.y+threadIdx.y)*8; if(j>=w||i0>=h) return;
  float o[8]={0,0,0,0,0,0,0,0};
  if(i0>=7&&i0+15<=h){ const float* p=x+(i0-7)*w+j;
#pragma unroll
    for(int k=0;k<22;k++){ float v=*p; p+=w;
#pragma unroll
      for(int q=0;q<8;q++) if(k-q>=0&&k-q<15) o[q]+=cw[k-q]*v; }
  } else for(int k=0;k<22;k++){ float v=x[mir(i0-7+k,h)*w+j];
#pragma unroll
      for(int q=0;q<8;q++) if(k-q>=0&&k-q<15) o[q]+=cw[k-q]*v; }
#pragma unroll
  for(int q=0;q<8;q++) if(i0+q<h) y[(i0+q)*w+j]=o[q]; }
// d: expression, float4 grid stride
extern "C" __global__ void __launch_bounds__(256) x_d(const float4* __restrict__ x,const float4* __restrict__ z,float4* __restrict__ y,int n4){
  for(int i=blockIdx.x*blockDim.x+threadIdx.x;i<n4;i+=gridDim.x*blockDim.x){ float4 a=x[i],b=z[i],o;
    o.x=0.7f*a.x+b.x*b.x+__expf(-a.x);o.y=0.7f*a.y+b.y*b.y+__expf(-a.y);o.z=0.7f*a.z+b.z*b.z+__expf(-a.z);o.w=0.7f*a.w+b.w*b.w+__expf(-a.w); y[i]=o; } }
// d with the accurate exponential
extern "C" __global__ void __launch_bounds__(256) x_d2(const float4* __restrict__ x,const float4* __restrict__ z,float4* __restrict__ y,int n4){
  for(int i=blockIdx.x*blockDim.x+threadIdx.x;i<n4;i+=gridDim.x*blockDim.x){ float4 a=x[i],b=z[i],o;
    o.x=0.7f*a.x+b.x*b.x+expf(-a.x);o.y=0.7f*a.y+b.y*b.y+expf(-a.y);o.z=0.7f*a.z+b.z*b.z+expf(-a.z);o.w=0.7f*a.w+b.w*b.w+expf(-a.w); y[i]=o; } }
// e: bilateral radius 3, shared tile
extern "C" __global__ void __launch_bounds__(256) x_e(const float* __restrict__ x, float* __restrict__ y, int h, int w){
  __shared__ float s[14][39]; int i0=blockIdx.y*8+3, j0=blockIdx.x*32+3;
  for(int t=threadIdx.y*32+threadIdx.x;t<14*38;t+=256){ int a=t/38,b=t-a*38; s[a][b]=x[min(i0-3+a,h-1)*w+min(j0-3+b,w-1)]; } __syncthreads();
  int i=i0+threadIdx.y,j=j0+threadIdx.x; if(i>=h-3||j>=w-3) return; float c=s[threadIdx.y+3][threadIdx.x+3],su=0,to=0;
#pragma unroll
  for(int a=-3;a<=3;a++)
#pragma unroll
   for(int b=-3;b<=3;b++){ float v=s[threadIdx.y+3+a][threadIdx.x+3+b],d=v-c,wg=expf(-12.5f*d*d-0.0555556f*(a*a+b*b)); su+=wg*v; to+=wg; }
  y[i*w+j]=su/to; }
// f: two sums, float4 loads, warp shuffles, one atomic per block
extern "C" __global__ void __launch_bounds__(256) x_f(const float4* __restrict__ x,float* out,int n4){
  float s=0,q=0; for(int i=blockIdx.x*blockDim.x+threadIdx.x;i<n4;i+=gridDim.x*blockDim.x){ float4 a=x[i]; s+=(a.x+a.y)+(a.z+a.w); q+=a.x*a.x+a.y*a.y+a.z*a.z+a.w*a.w; }
  __shared__ float ss[8],sq[8];
#pragma unroll
  for(int o=16;o;o>>=1){ s+=__shfl_down_sync(~0u,s,o); q+=__shfl_down_sync(~0u,q,o); }
  if((threadIdx.x&31)==0){ss[threadIdx.x>>5]=s;sq[threadIdx.x>>5]=q;} __syncthreads();
  if(threadIdx.x<8){ s=ss[threadIdx.x];q=sq[threadIdx.x];
#pragma unroll
   for(int o=4;o;o>>=1){ s+=__shfl_down_sync(0xff,s,o); q+=__shfl_down_sync(0xff,q,o);} if(!threadIdx.x){atomicAdd(out,s);atomicAdd(out+1,q);} } }
// g: histogram of floats: shared sub-histograms, one per block
extern "C" __global__ void __launch_bounds__(256) x_g(const float4* __restrict__ x,int* hist,int n4){
  __shared__ int s[256]; s[threadIdx.x]=0; __syncthreads();
  for(int i=blockIdx.x*blockDim.x+threadIdx.x;i<n4;i+=gridDim.x*blockDim.x){ float4 a=x[i]; atomicAdd(&s[(int)(255*a.x)],1);atomicAdd(&s[(int)(255*a.y)],1);atomicAdd(&s[(int)(255*a.z)],1);atomicAdd(&s[(int)(255*a.w)],1);} 
  __syncthreads(); int c=s[threadIdx.x]; if(c) atomicAdd(&hist[threadIdx.x],c); }
// h: mandelbrot
extern "C" __global__ void __launch_bounds__(256) x_h(float* __restrict__ y,int n,float step){
  int j=blockIdx.x*blockDim.x+threadIdx.x,i=blockIdx.y*blockDim.y+threadIdx.y; if(i>=n||j>=n) return; float cr=-2+step*j,ci=-1.25f+step*i,zr=0,zi=0,r2=0,i2=0; int k=0;
  for(;k<256&&r2+i2<=4;k++){ zi=2*zr*zi+ci; zr=r2-i2+cr; r2=zr*zr;i2=zi*zi; } y[i*n+j]=k; }
// i: NLM 5x5/5x5, tile in shared memory
extern "C" __global__ void __launch_bounds__(256) x_i(const float* __restrict__ x, float* __restrict__ y, int h, int w){
  __shared__ float s[16][41]; int i0=blockIdx.y*8+4,j0=blockIdx.x*32+4;
  for(int t=threadIdx.y*32+threadIdx.x;t<16*40;t+=256){int a=t/40,b=t-a*40; s[a][b]=x[min(i0-4+a,h-1)*w+min(j0-4+b,w-1)];} __syncthreads();
  int i=i0+threadIdx.y,j=j0+threadIdx.x; if(i>=h-4||j>=w-4) return; float c[25],su=0,to=0;
#pragma unroll
  for(int k=0;k<25;k++) c[k]=s[threadIdx.y+2+k/5][threadIdx.x+2+k%5];
  for(int a=0;a<5;a++)
#pragma unroll
   for(int b=0;b<5;b++){ float d=0;
#pragma unroll
    for(int k=0;k<25;k++){ float e=c[k]-s[threadIdx.y+a+k/5][threadIdx.x+b+k%5]; d+=e*e; }
    float wg=expf(-2*d); su+=wg*s[threadIdx.y+a+2][threadIdx.x+b+2]; to+=wg; }
  y[i*w+j]=su/to; }
// matmul: 64x64 tile, 4x4 register blocking, 16x16 threads (n multiple of 64)
extern "C" __global__ void __launch_bounds__(256) x_mm(const float* __restrict__ A,const float* __restrict__ B,float* __restrict__ C,int n){
  __shared__ __align__(16) float a[16][68],b[16][64]; int tx=threadIdx.x,ty=threadIdx.y,t=ty*16+tx; float acc[4][4]={};
  const float* pa=A+(blockIdx.y*64+t/4)*n+(t%4)*4; const float* pb=B+(t/16)*n+blockIdx.x*64+(t%16)*4;
  for(int k=0;k<n;k+=16){ float4 va=*(const float4*)(pa+k), vb=*(const float4*)(pb+k*n); __syncthreads();
   a[(t%4)*4][t/4]=va.x;a[(t%4)*4+1][t/4]=va.y;a[(t%4)*4+2][t/4]=va.z;a[(t%4)*4+3][t/4]=va.w; *(float4*)&b[t/16][(t%16)*4]=vb; __syncthreads();
#pragma unroll
   for(int l=0;l<16;l++){ float4 u=*(float4*)&a[l][ty*4],v=*(float4*)&b[l][tx*4]; float uu[4]={u.x,u.y,u.z,u.w},vv[4]={v.x,v.y,v.z,v.w};
#pragma unroll
    for(int p=0;p<4;p++)
#pragma unroll
     for(int q=0;q<4;q++) acc[p][q]+=uu[p]*vv[q]; } }
  for(int p=0;p<4;p++) *(float4*)(C+(blockIdx.y*64+ty*4+p)*n+blockIdx.x*64+tx*4)=make_float4(acc[p][0],acc[p][1],acc[p][2],acc[p][3]); }
// the same simple 16x16 tile as the Quasar program
extern "C" __global__ void __launch_bounds__(256) x_mm16(const float* __restrict__ A,const float* __restrict__ B,float* __restrict__ C,int n){
  __shared__ float a[16][16],b[16][16]; int tx=threadIdx.x,ty=threadIdx.y,i=blockIdx.y*16+ty,j=blockIdx.x*16+tx; float s=0; const float*pa=A+i*n+tx,*pb=B+ty*n+j;
  for(int k=0;k<n;k+=16){ a[ty][tx]=pa[k]; b[ty][tx]=pb[k*n]; __syncthreads();
#pragma unroll
   for(int l=0;l<16;l++) s+=a[ty][l]*b[l][tx]; __syncthreads(); } C[i*n+j]=s; }
// histogram of bytes: 16 bytes per load
extern "C" __global__ void __launch_bounds__(256) x_hist(const uint4* __restrict__ x,int* hist,int n16){
  __shared__ int s[8][256]; for(int k=threadIdx.x;k<2048;k+=256) (&s[0][0])[k]=0; __syncthreads(); int* m=s[threadIdx.x>>5];
  for(int i=blockIdx.x*blockDim.x+threadIdx.x;i<n16;i+=gridDim.x*blockDim.x){ uint4 v=x[i]; u32 q[4]={v.x,v.y,v.z,v.w};
#pragma unroll
   for(int k=0;k<4;k++){ atomicAdd(&m[q[k]&255],1);atomicAdd(&m[q[k]>>8&255],1);atomicAdd(&m[q[k]>>16&255],1);atomicAdd(&m[q[k]>>24],1);} }
  __syncthreads(); int c=0; for(int k=0;k<8;k++) c+=s[k][threadIdx.x]; if(c) atomicAdd(&hist[threadIdx.x],c); }
// median 3x3: exchange network of 19, 
#define S2(a,b) {float t=fminf(a,b);b=fmaxf(a,b);a=t;}
extern "C" __global__ void __launch_bounds__(256) x_med(const float* __restrict__ x,float* __restrict__ y,int h,int w){
  int j=blockIdx.x*blockDim.x+threadIdx.x,i=blockIdx.y*blockDim.y+threadIdx.y; if(i>=h||j>=w) return; int jl=mir(j-1,w),jr=mir(j+1,w);
  const float *a=x+mir(i-1,h)*w,*b=x+i*w,*c=x+mir(i+1,h)*w; float v0=a[jl],v1=a[j],v2=a[jr],v3=b[jl],v4=b[j],v5=b[jr],v6=c[jl],v7=c[j],v8=c[jr];
  S2(v1,v2)S2(v4,v5)S2(v7,v8)S2(v0,v1)S2(v3,v4)S2(v6,v7)S2(v1,v2)S2(v4,v5)S2(v7,v8)S2(v0,v3)S2(v5,v8)S2(v4,v7)S2(v3,v6)S2(v1,v4)S2(v2,v5)S2(v4,v7)S2(v4,v2)S2(v6,v4)S2(v4,v2)
  y[i*w+j]=v4; }
extern "C" __global__ void __launch_bounds__(256) x_axpy(const float4* __restrict__ x,float4* __restrict__ y,float a,int n4){
  for(int i=blockIdx.x*blockDim.x+threadIdx.x;i<n4;i+=gridDim.x*blockDim.x){float4 u=x[i],v=y[i];v.x=fmaf(a,u.x,v.x);v.y=fmaf(a,u.y,v.y);v.z=fmaf(a,u.z,v.z);v.w=fmaf(a,u.w,v.w);y[i]=v;} }
// k: V*D*V^T of 3x3 neighbourhoods, symmetric product: 6 entries
extern "C" __global__ void __launch_bounds__(256) x_k(const float* __restrict__ x,const float* __restrict__ z,float* __restrict__ y,int n){
  int j=blockIdx.x*blockDim.x+threadIdx.x+1,i=blockIdx.y*blockDim.y+threadIdx.y+1; if(i>=n-1||j>=n-1) return; const float*p=x+i*n+j,*q=z+i*n+j;
  float v[3][3]={{p[-n-1],p[-n],p[-n+1]},{p[-1],p[0],p[1]},{p[n-1],p[n],p[n+1]}},d[3]={q[-1],q[0],q[1]},m[3][3];
#pragma unroll
  for(int a=0;a<3;a++)
#pragma unroll
   for(int b=a;b<3;b++){ m[a][b]=v[a][0]*d[0]*v[b][0]+v[a][1]*d[1]*v[b][1]+v[a][2]*d[2]*v[b][2]; m[b][a]=m[a][b]; }
  float det=m[0][0]*(m[1][1]*m[2][2]-m[1][2]*m[2][1])-m[0][1]*(m[1][0]*m[2][2]-m[1][2]*m[2][0])+m[0][2]*(m[1][0]*m[2][1]-m[1][1]*m[2][0]);
  float s=0;
#pragma unroll
  for(int a=0;a<3;a++)
#pragma unroll
   for(int b=0;b<3;b++) s+=m[a][b]; y[i*n+j]=det+s; }

// A copy of four floats at a time, as a measure of the memory.
extern "C" __global__ void __launch_bounds__(256) x_copy(const float4* __restrict__ x,float4* __restrict__ y,int n4){
  for(int i=blockIdx.x*blockDim.x+threadIdx.x;i<n4;i+=gridDim.x*blockDim.x) y[i]=x[i]; }
// 5 x 5 weights, mirrored: a rolling window of rows in registers, four rows a thread.
__constant__ float sw[25];
extern "C" __global__ void __launch_bounds__(256) x_stencil5(const float* __restrict__ x, float* __restrict__ y, int h, int w){
  int j=blockIdx.x*blockDim.x+threadIdx.x, i0=(blockIdx.y*blockDim.y+threadIdx.y)*4; if(j>=w||i0>=h) return;
  int c[5]; float o[4]={0,0,0,0};
#pragma unroll
  for(int l=0;l<5;l++) c[l]=mir(j+l-2,w);
#pragma unroll
  for(int k=0;k<8;k++){ const float* p=x+mir(i0+k-2,h)*w; float v[5];
#pragma unroll
    for(int l=0;l<5;l++) v[l]=p[c[l]];
#pragma unroll
    for(int q=0;q<4;q++) if(k-q>=0&&k-q<5){
#pragma unroll
      for(int l=0;l<5;l++) o[q]+=sw[(k-q)*5+l]*v[l]; } }
#pragma unroll
  for(int q=0;q<4;q++) if(i0+q<h) y[(i0+q)*w+j]=o[q]; }
// Three columns of a colour image: its rows are vectors whose neighbours lie three elements away.
extern "C" __global__ void __launch_bounds__(256) x_colour(const float* __restrict__ x, float* __restrict__ y, int h, int w){
  int e=blockIdx.x*blockDim.x+threadIdx.x, i=blockIdx.y; if(e>=3*w) return; const float* p=x+(long long)i*3*w;
  float l=p[e>=3?e-3:e], r=p[e<3*w-3?e+3:e]; y[(long long)i*3*w+e]=0.25f*l+0.5f*p[e]+0.25f*r; }
// The ten stages at once.
__device__ __forceinline__ float stages(float x){ float a=x*1.5f,b=a+0.25f,c=b*x,d=fmaxf(c,0.125f),e=sqrtf(d),f=e-0.5f*x,g=fabsf(f),k=fminf(g*g+a,4.0f); return k*(1.0f/3); }
extern "C" __global__ void __launch_bounds__(256) x_stages(const float4* __restrict__ x,float4* __restrict__ y,int n4){
  for(int i=blockIdx.x*blockDim.x+threadIdx.x;i<n4;i+=gridDim.x*blockDim.x){ float4 v=x[i]; v.x=stages(v.x);v.y=stages(v.y);v.z=stages(v.z);v.w=stages(v.w); y[i]=v; } }
