import { currencies, decimalPlaces, isCurrency } from './index';

/** Currencies that ISO 4217 (list one) does not divide into hundredths. */
const EXCEPTIONS: Record<number, string> = {
  0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF',
  3: 'BHD IQD JOD KWD LYD OMR TND',
  4: 'CLF UYW',
};

/** Codes that a shop could have stored. An upgrade of the table must keep their decimal places readable. */
const STORED =
  'AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF ' +
  'CHE CHF CHW CLF CLP CNY COP COU CRC CUC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD ' +
  'GNF GTQ GYD HKD HNL HRK HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP ' +
  'LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN ' +
  'PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE SLL SOS SRD SSP STN SVC SYP SZL THB TJS ' +
  'TMT TND TOP TRY TTD TWD TZS UAH UGX USD USN UYI UYU UYW UZS VED VES VND VUV WST XAD XAF XCD XCG XDR XOF XPF XSU ' +
  'YER ZAR ZMW ZWG ZWL';

describe('currencies', () => {
  it.each([0, 3, 4])('lists exactly the ISO 4217 currencies with %d decimal places', (places) => {
    const codes = currencies.filter((code) => decimalPlaces(code) === places);
    expect(codes.join(' ')).toBe(EXCEPTIONS[places]);
  });

  it('contains two decimal places for every currency that ISO 4217 lists without an exception', () => {
    const exceptions = new Set(Object.values(EXCEPTIONS).flatMap((codes) => codes.split(' ')));
    const others = currencies.filter((code) => !exceptions.has(code));
    expect(others.length).toBeGreaterThan(130);
    expect(new Set(others.map(decimalPlaces))).toEqual(new Set([2]));
  });

  it('contains two decimal places for HUF, COP, IDR, PKR and RSD, unlike Intl', () => {
    const codes = ['HUF', 'COP', 'IDR', 'PKR', 'RSD'];
    expect(codes.map(decimalPlaces)).toEqual([2, 2, 2, 2, 2]);
  });

  it.each(STORED.split(' '))('contains the decimal places of the withdrawn currency %s', (code) => {
    expect(decimalPlaces(code)).toBeGreaterThanOrEqual(0);
  });
});

describe('isCurrency', () => {
  it('accepts the currencies that ISO 4217 added in 2025', () => {
    expect([isCurrency('XCG'), isCurrency('XAD')]).toEqual([true, true]);
  });

  it.each(['eur', 'EURO', '', 'ANG', 'HRK', 'XXX', 'XAU', 'XTS', 'default', 'toString', null, 978])(
    'returns false for the invalid currency code %j',
    (code) => {
      expect(isCurrency(code)).toBe(false);
    },
  );
});

describe('decimalPlaces', () => {
  it.each(['', 'XXX', 'XAU', 'eur', 'constructor'])(
    'returns undefined for the unknown currency code %j',
    (code) => {
      expect(decimalPlaces(code)).toBeUndefined();
    },
  );
});
