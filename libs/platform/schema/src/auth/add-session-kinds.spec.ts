import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { DataSource } from 'typeorm';
import { urlAs } from '../roles';
import { passwords, type ScratchDatabase, scratchDatabase } from '../testing/scratch-database';
import { AddSessionKinds1795720000000 } from './add-session-kinds';

let database: ScratchDatabase;
let owner: DataSource;
beforeAll(async () => {
  database = await scratchDatabase();
  await database.migrate();
  owner = await new DataSource({
    type: 'postgres',
    url: urlAs(database.url, 'owner', passwords),
  }).initialize();
});
afterAll(async () => {
  await owner.destroy();
  await database.drop();
});

it('AddSessionKinds › makes active sessions from device codes sessions of devices, and no others', async () => {
  const runner = owner.createQueryRunner();
  const migration = new AddSessionKinds1795720000000();
  await migration.down(runner);
  const person = randomUUID();
  await database.client.query(
    `INSERT INTO auth.owners (id, email, email_key, name, password_hash) VALUES ($1, 'a@b.test', 'a@b.test', 'A', 'x')`,
    [person],
  );
  const session = async (by?: string) => {
    const id = randomUUID();
    const digest = createHash('sha256').update(randomBytes(8)).digest();
    await database.client.query(
      `INSERT INTO auth.sessions (id, owner_id, digest, expires_at) VALUES ($1, $2, $3, now() + interval '1 day')`,
      [id, person, digest],
    );
    await database.client.query(
      `INSERT INTO auth.audit_entries (id, owner_id, kind, detail) VALUES ($1, $2, 'sessions.created', $3)`,
      [randomUUID(), person, JSON.stringify({ session_id: id, address: '127.0.0.1', ...(by && { by }) })],
    );
    return id;
  };
  const [byPassword, byPasskey, byDevice] = [
    await session(),
    await session('a passkey'),
    await session('a device code'),
  ];
  await migration.up(runner);
  await runner.release();
  const { rows } = await database.client.query<{ id: string; kind: string }>(
    'SELECT id, kind FROM auth.sessions WHERE owner_id = $1',
    [person],
  );
  expect(Object.fromEntries(rows.map(({ id, kind }) => [id, kind]))).toEqual({
    [byPassword]: 'full',
    [byPasskey]: 'full',
    [byDevice]: 'device',
  });
});
