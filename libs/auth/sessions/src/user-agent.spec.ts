import { browserOf, deviceNameOf, isProgram, systemOf } from './user-agent';

const chrome = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0';

describe('browserOf and systemOf', () => {
  it.each([
    [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome} Safari/537.36 Edg/141.0.0.0`, 'Edge', 'Windows'],
    [`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${chrome} Safari/537.36`, 'Chrome', 'macOS'],
    [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${chrome} Safari/537.36`, 'Chrome', 'ChromeOS'],
    [`Mozilla/5.0 (Linux; Android 10; K) ${chrome} Mobile Safari/537.36`, 'Chrome', 'Android'],
    [`Mozilla/5.0 (X11; Linux x86_64) ${chrome} Safari/537.36 OPR/124.0.0.0`, 'Opera', 'Linux'],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0', 'Firefox', 'Linux'],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like ' +
        'Gecko) Version/26.0 Mobile/15E148 Safari/604.1',
      'Safari',
      'iOS',
    ],
    ['curl/8.16.0', 'curl', null],
    ['node', 'node', null],
    ['Mozilla/5.0 (unheard of)', null, null],
    ['<script>alert(1)</script>', null, null],
    ['', null, null],
  ])('return the browser and operating system of the User-Agent "%s"', (userAgent, browser, system) => {
    expect([browserOf(userAgent), systemOf(userAgent)]).toEqual([browser, system]);
  });
});

describe('deviceNameOf and isProgram', () => {
  it.each([
    [`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${chrome} Safari/537.36`, 'Chrome, macOS', false],
    ['Mozilla/5.0 (unheard of)', 'unknown', false],
    ['curl/8.16.0', 'curl', true],
    ['', 'unknown', true],
    [null, 'unknown', true],
  ])('recognize the device of the User-Agent "%s"', (userAgent, name, program) => {
    expect([deviceNameOf(userAgent), isProgram(userAgent)]).toEqual([name, program]);
  });
});
