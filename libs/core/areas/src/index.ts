export { areaAccess, type AreaName, hasBesides, readByEverybody, readsBesides } from './areas';
