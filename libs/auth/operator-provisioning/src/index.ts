export { resetSecondFactors, setShopStatus, upsertOwner, upsertShop } from './operator-provisioning';
