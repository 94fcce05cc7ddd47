import { generateKeyPairSync, sign } from 'node:crypto';

/** Encodes a value in DER: tag, length, content (X.690 §8.1). */
function der(tag: number, ...content: Buffer[]): Buffer {
  const all = Buffer.concat(content);
  const length =
    all.length < 128 ? Buffer.from([all.length]) : Buffer.from([0x82, all.length >> 8, all.length & 255]);
  return Buffer.concat([Buffer.from([tag]), length, all]);
}
const sequence = (...content: Buffer[]) => der(0x30, ...content);

const ecdsaWithSha256 = sequence(der(0x06, Buffer.from('2a8648ce3d040302', 'hex')));
const commonName = Buffer.from('550403', 'hex');

/** Creates a private key and a self-signed certificate for the host `name` (RFC 5280 §4.1), in PEM format. */
export function selfSigned(name: string): { key: string; cert: string } {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const subject = sequence(der(0x31, sequence(der(0x06, commonName), der(0x0c, Buffer.from(name)))));
  const time = (year: string) => der(0x17, Buffer.from(`${year}0101000000Z`));
  const body = sequence(
    der(0x02, Buffer.from([1])),
    ecdsaWithSha256,
    subject,
    sequence(time('20'), time('49')),
    subject,
    publicKey.export({ type: 'spki', format: 'der' }),
  );
  const signature = sign('sha256', body, privateKey);
  const certificate = sequence(body, ecdsaWithSha256, der(0x03, Buffer.from([0]), signature));
  const lines = certificate.toString('base64').replace(/.{64}/g, '$&\n');
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
  };
}
