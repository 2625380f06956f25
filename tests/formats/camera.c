/* A camera for programs that are started with this library preloaded: what the kernel answers, by the kernel's own header, so that the
 * structures and numbers of the runtime are compared with it.
 *
 * Its device is any path that ends in "/camera". It has YUYV of 64x48 and 32x24 at 30 frames a second in buffers whose rows have 16 bytes
 * more than pixels. Frame n is of brightness 16 + n, its first pixel of 235; behind each second frame a number is left out,
 * and the tenth frame is the last: then it is unplugged. What was not given back when it is closed is told. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/videodev2.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { COUNT = 3, LAST = 10, GAP = 16, ROOM = 1 << 16 };

static int camera = -1, runs, mapped, made, taken, next_buffer;
static struct v4l2_pix_format set;
static unsigned char *memory[COUNT];
static int queued[COUNT];

static void *behind(const char *name) { return dlsym(RTLD_NEXT, name); }

static int is_camera(const char *path) {
    size_t length = strlen(path);
    return length > 7 && !strcmp(path + length - 7, "/camera");
}

int open64(const char *path, int flags, ...) {
    va_list rest;
    va_start(rest, flags);
    int mode = va_arg(rest, int);
    va_end(rest);
    int (*real)(const char *, int, ...) = behind("open64");
    if (!is_camera(path)) return real(path, flags, mode);
    if (camera >= 0) {
        errno = EBUSY;
        return -1;
    }
    if (!(flags & O_NONBLOCK) || (flags & O_ACCMODE) != O_RDWR) {
        errno = EINVAL;
        return -1;
    }
    return camera = real("/dev/null", O_RDWR | O_CLOEXEC, 0);
}

int close(int file) {
    int (*real)(int) = behind("close");
    if (file >= 0 && file == camera) {
        camera = -1;
        fprintf(stderr, "closed: runs %d, mapped %d, made %d\n", runs, mapped, made);
    }
    return real(file);
}

static int wrong(int number) {
    errno = number;
    return -1;
}

static int describe(struct v4l2_fmtdesc *it) {
    static const unsigned formats[] = {v4l2_fourcc('p', 'B', 'A', 'A'), V4L2_PIX_FMT_YUYV};
    if (it->type != V4L2_BUF_TYPE_VIDEO_CAPTURE || it->index >= 2) return wrong(EINVAL);
    it->pixelformat = formats[it->index];
    return 0;
}

static int set_format(struct v4l2_format *it) {
    struct v4l2_pix_format *wish = &it->fmt.pix;
    if (it->type != V4L2_BUF_TYPE_VIDEO_CAPTURE || made) return wrong(EINVAL);
    set = *wish;
    set.pixelformat = V4L2_PIX_FMT_YUYV;
    set.width = wish->width < 48 ? 32 : 64;
    set.height = set.width * 3 / 4;
    set.field = V4L2_FIELD_NONE;
    set.bytesperline = 2 * set.width + GAP;
    set.sizeimage = set.bytesperline * set.height;
    set.colorspace = V4L2_COLORSPACE_SRGB;
    set.priv = V4L2_PIX_FMT_PRIV_MAGIC;
    set.ycbcr_enc = V4L2_YCBCR_ENC_601;
    set.quantization = V4L2_QUANTIZATION_LIM_RANGE;
    *wish = set;
    return 0;
}

static int set_rate(struct v4l2_streamparm *it) {
    if (it->type != V4L2_BUF_TYPE_VIDEO_CAPTURE) return wrong(EINVAL);
    it->parm.capture.capability = V4L2_CAP_TIMEPERFRAME;
    it->parm.capture.timeperframe.numerator = 1;
    it->parm.capture.timeperframe.denominator = 30;
    return 0;
}

static int size(struct v4l2_frmsizeenum *it) {
    if (it->pixel_format != V4L2_PIX_FMT_YUYV || it->index >= 2) return wrong(EINVAL);
    it->type = V4L2_FRMSIZE_TYPE_DISCRETE;
    it->discrete.width = 64 >> it->index;
    it->discrete.height = 48 >> it->index;
    return 0;
}

static int make(struct v4l2_requestbuffers *it) {
    if (it->type != V4L2_BUF_TYPE_VIDEO_CAPTURE || it->memory != V4L2_MEMORY_MMAP) return wrong(EINVAL);
    if (mapped && !it->count) return wrong(EBUSY);
    it->count = made = it->count ? COUNT : 0;
    return 0;
}

static int is_buffer(const struct v4l2_buffer *it) {
    return it->type == V4L2_BUF_TYPE_VIDEO_CAPTURE && it->memory == V4L2_MEMORY_MMAP && it->index < (unsigned)made;
}

static int place(struct v4l2_buffer *it) {
    if (!is_buffer(it)) return wrong(EINVAL);
    it->m.offset = it->index * ROOM;
    it->length = set.sizeimage;
    return 0;
}

static int give(const struct v4l2_buffer *it) {
    if (!is_buffer(it) || queued[it->index] || !memory[it->index]) return wrong(EINVAL);
    return queued[it->index] = 1, 0;
}

static int take(struct v4l2_buffer *it) {
    if (!runs || it->type != V4L2_BUF_TYPE_VIDEO_CAPTURE || it->memory != V4L2_MEMORY_MMAP) return wrong(EINVAL);
    if (taken == LAST) return wrong(ENODEV);
    if (!queued[next_buffer]) return wrong(EAGAIN);
    unsigned char *bytes = memory[next_buffer];
    for (unsigned row = 0; row < set.height; row++)
        for (unsigned at = 0; at < set.bytesperline; at++)
            bytes[row * set.bytesperline + at] = at >= 2 * set.width ? 99 : at % 2 ? 128 : row + at ? 16 + taken : 235;
    it->index = next_buffer;
    it->bytesused = set.sizeimage;
    it->sequence = taken + taken / 2;
    it->timestamp.tv_sec = 1000 + taken;
    it->timestamp.tv_usec = 250000;
    queued[next_buffer] = 0;
    next_buffer = (next_buffer + 1) % made;
    taken++;
    return 0;
}

int ioctl(int file, unsigned long request, ...) {
    va_list rest;
    va_start(rest, request);
    void *it = va_arg(rest, void *);
    va_end(rest);
    int (*real)(int, unsigned long, ...) = behind("ioctl");
    if (file != camera || file < 0) return real(file, request, it);
    switch (request) {
    case VIDIOC_QUERYCAP: {
        struct v4l2_capability *answer = it;
        strcpy((char *)answer->card, "Eye");
        answer->capabilities = V4L2_CAP_DEVICE_CAPS | V4L2_CAP_META_CAPTURE;
        answer->device_caps = V4L2_CAP_VIDEO_CAPTURE | V4L2_CAP_STREAMING;
        return 0;
    }
    case VIDIOC_ENUM_FMT: return describe(it);
    case VIDIOC_S_FMT: return set_format(it);
    case VIDIOC_S_PARM: return set_rate(it);
    case VIDIOC_ENUM_FRAMESIZES: return size(it);
    case VIDIOC_REQBUFS: return make(it);
    case VIDIOC_QUERYBUF: return place(it);
    case VIDIOC_QBUF: return give(it);
    case VIDIOC_DQBUF: return take(it);
    case VIDIOC_STREAMON:
        if (*(int *)it != V4L2_BUF_TYPE_VIDEO_CAPTURE) return wrong(EINVAL);
        taken = next_buffer = 0;
        return runs = 1, 0;
    case VIDIOC_STREAMOFF:
        memset(queued, 0, sizeof queued);
        return runs = 0, 0;
    default: return wrong(ENOTTY);
    }
}

void *mmap64(void *at, size_t length, int rights, int flags, int file, off64_t offset) {
    void *(*real)(void *, size_t, int, int, int, off64_t) = behind("mmap64");
    if (file != camera || file < 0) return real(at, length, rights, flags, file, offset);
    if (!(flags & MAP_SHARED) || offset % ROOM || offset / ROOM >= made) return errno = EINVAL, MAP_FAILED;
    /* A page behind each buffer that nobody may touch. */
    size_t whole = (length + 4095) / 4096 * 4096;
    unsigned char *start = real(NULL, whole + 4096, rights, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (start == MAP_FAILED) return start;
    mprotect(start + whole, 4096, PROT_NONE);
    memory[offset / ROOM] = start;
    mapped++;
    return start;
}

int munmap(void *start, size_t length) {
    int (*real)(void *, size_t) = behind("munmap");
    for (int number = 0; number < COUNT; number++)
        if (start && memory[number] == start) {
            memory[number] = NULL;
            mapped--;
        }
    return real(start, length);
}

int poll(struct pollfd *files, nfds_t count, int milliseconds) {
    int (*real)(struct pollfd *, nfds_t, int) = behind("poll");
    if (count != 1 || files->fd != camera || camera < 0) return real(files, count, milliseconds);
    files->revents = POLLIN;
    return 1;
}
