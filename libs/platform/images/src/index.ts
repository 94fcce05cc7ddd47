export { Bucket } from './bucket';
export { IMAGE_BUCKET, ImageStorageModule } from './image-storage.module';
export { IMAGE_SIDES_PX, type ResizedImage, resizeImage } from './resize-image';
export { ImageUploads } from './image-uploads';
export { pictureBody, type PictureContent, sentPicture, showPicture } from './picture-content';
export { type Picture, type PictureType, pictureTypes, readPicture } from './picture';
export { MAX_UPLOAD_BYTES } from './upload-body';
