import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { DomainProof, proofOf } from './domain-proof';

const TOKEN = 'x7Qy0b';
const [TXT, NAME_ERROR, SERVER_FAILURE] = [16, 3, 2];

/** Records of the name server: strings of each TXT record, or a response code. */
const records: Record<string, readonly string[][] | number> = {
  '_storewright.proved.example': [['v=spf1 -all'], [proofOf(TOKEN).slice(0, 12), proofOf(TOKEN).slice(12)]],
  '_storewright.other.example': [[proofOf('another')]],
  '_storewright.broken.example': SERVER_FAILURE!,
};

let server: Socket;
let proof: DomainProof;
beforeAll(async () => {
  server = createSocket('udp4');
  server.on('message', (query, { port, address }) => server.send(responseTo(query), port, address));
  server.bind(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  proof = new DomainProof({ allowLoopback: false }, [`127.0.0.1:${port}`]);
});
afterAll(() => {
  proof.onApplicationShutdown();
  server.close();
});

/** Response of a name server to a query (RFC 1035 §4). Names without a record do not exist. */
function responseTo(query: Buffer): Buffer {
  const labels: string[] = [];
  let at = 12;
  for (; query[at]! > 0; at += query[at]! + 1)
    labels.push(query.toString('latin1', at + 1, at + 1 + query[at]!));
  const question = query.subarray(12, at + 5);
  const found = query.readUInt16BE(at + 1) === TXT ? (records[labels.join('.')] ?? NAME_ERROR!) : NAME_ERROR!;
  const answers = typeof found === 'number' ? [] : found.map(answerOf);
  const header = Buffer.alloc(12);
  header.writeUInt16BE(query.readUInt16BE(0), 0);
  header.writeUInt16BE(0x8180 | (typeof found === 'number' ? found : 0), 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(answers.length, 6);
  return Buffer.concat([header, question, ...answers]);
}

/** A TXT record for the name of the question. */
function answerOf(strings: readonly string[]): Buffer {
  const data = Buffer.concat(strings.flatMap((text) => [Buffer.from([text.length]), Buffer.from(text)]));
  const head = Buffer.from([0xc0, 12, 0, TXT!, 0, 1, 0, 0, 0, 60, 0, 0]);
  head.writeUInt16BE(data.length, 10);
  return Buffer.concat([head, data]);
}

describe('DomainProof', () => {
  it('accepts the proof in one of several TXT records, even if the record is split into several strings', async () => {
    expect(await proof.check('proved.example', TOKEN)).toBe('proved');
  });

  it.each([
    ['the TXT record of a different domain', 'other.example'],
    ['no TXT record', 'absent.example'],
    ['a name server that fails', 'broken.example'],
  ])('returns "unreachable" for a domain with %s and an unreachable file', async (_, domain) => {
    expect(await proof.check(domain, TOKEN)).toBe('unreachable');
  });
});
