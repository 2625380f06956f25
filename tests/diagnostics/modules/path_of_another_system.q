% An absolute path of another system: the file of that name in the folders for imports, or in the library, is taken for it.
import "C:\Quasar\Library\imfilter.q" %~ W0202 there is no `C:\Quasar\Library\imfilter.q`: `<qc>/imfilter.q` is taken for it
import "/opt/no/such/folder/colortransform.q" %~ W0202 `<qc>/colortransform.q` is taken for it
import "d:/no/such/file.q" %~ E0202 cannot find `d:/no/such/file.q`
import "no/such/imresize.q" %~ E0202 cannot find `no/such/imresize.q`
print size(imfilter(ones(4,4), ones(3,3))), size(rgb2gray(ones(4,4,3)))
