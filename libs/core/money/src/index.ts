export { currencies, decimalPlaces, isCurrency } from './currencies';
export { decimalOf, majorUnits, parseAmount } from './amounts';
