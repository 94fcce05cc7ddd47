import { problemOfWebhookUrl } from './webhook-url';

const strict = { allowLoopback: false };
const development = { allowLoopback: true };

it.each([
  'https://app.example',
  'https://app.example/webhooks?shop=1&x=%2A',
  'https://app.example:443/',
  'HTTPS://APP.example./',
  'https://8.8.8.8/hook',
  'https://[2606:4700:4700::1111]/hook',
  'https://xn--bcher-kva.example/',
])('problemOfWebhookUrl accepts %s', (text) => {
  expect(problemOfWebhookUrl(text, strict)).toBeUndefined();
  expect(problemOfWebhookUrl(text, development)).toBeUndefined();
});

it.each([
  ['http://app.example/', /https:\/\//],
  ['ftp://app.example/', /https:\/\//],
  ['https:app.example', /https:\/\//],
  ['file:///etc/passwd', /https:\/\//],
  ['//app.example/', /absolute/],
  ['https:///app.example/', /absolute/],
  ['', /absolute/],
  ['https://app.example:8443/', /port/],
  ['https://app.example:80/', /port/],
  ['https://app.example:22/', /port/],
  ['https://user:secret@app.example/', /user name/],
  ['https://@app.example/', /user name/],
  ['https://:@app.example/', /user name/],
  ['https://app.example#x', /fragment/],
  ['https://*.example/', /wildcard/],
  ['https://app.example/a b', /ASCII/],
  ['https://app.example/\r\nx-evil: 1', /ASCII/],
  ['https://app.example\\@evil.example/', /ASCII/],
  ['https://bücher.example/', /ASCII/],
  [`https://app.example/${'x'.repeat(2048)}`, /2048/],
  ['https://intranet/', /public internet/],
  ['https://localhost/', /public internet/],
  ['https://LOCALHOST./', /public internet/],
  ['https://api.localhost/', /public internet/],
  ['https://127.0.0.1/', /public internet/],
  ['https://127.1/', /public internet/],
  ['https://2130706433/', /public internet/],
  ['https://0x7f000001/', /public internet/],
  ['https://0177.0.0.1/', /public internet/],
  ['https://0/', /public internet/],
  ['https://10.1/', /public internet/],
  ['https://169.254.169.254/latest/meta-data', /public internet/],
  ['https://%31%32%37.0.0.1/', /public internet/],
  ['https://[::1]/', /public internet/],
  ['https://[::ffff:127.0.0.1]/', /public internet/],
  ['https://[::ffff:7f00:1]/', /public internet/],
  ['https://[64:ff9b::a00:1]/', /public internet/],
  ['https://[fe80::1]/', /public internet/],
  ['https://192.168.0.1./', /public internet/],
])('problemOfWebhookUrl rejects %j', (text, reason) => {
  expect(problemOfWebhookUrl(text, strict)).toMatch(reason);
});

describe('problemOfWebhookUrl in development', () => {
  it.each([
    'http://localhost:4000/webhooks',
    'http://127.0.0.1:4000/',
    'http://[::1]:65535/',
    'http://app.localhost:1024/',
    'http://localhost/',
    'https://localhost:8443/',
  ])('accepts %s', (text) => {
    expect(problemOfWebhookUrl(text, development)).toBeUndefined();
    expect(problemOfWebhookUrl(text, strict)).toBeDefined();
  });

  it.each([
    'http://10.0.0.1:4000/',
    'http://169.254.169.254/',
    'http://localhost:22/',
    'http://postgres:5432/',
    'ws://localhost:4000/',
  ])('rejects %s', (text) => expect(problemOfWebhookUrl(text, development)).toBeDefined());
});
