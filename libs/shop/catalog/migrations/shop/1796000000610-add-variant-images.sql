-- The image of a variant, among the images of its product. A foreign key would prevent processes of the previous
-- release from deleting an image. The API clears the column when the image is deleted.
ALTER TABLE shop.variants ADD COLUMN image_id uuid;
CREATE INDEX ON shop.variants (shop_id, image_id) WHERE image_id IS NOT NULL;
