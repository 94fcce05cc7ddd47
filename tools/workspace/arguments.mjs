/**
 * Parses the arguments of `npm test`: `--shard 2/4`, `--affected` and `--nightly`. All other arguments are
 * for Nx.
 */
export function argumentsOf(words) {
  const nxArguments = [];
  let affected = false;
  let nightly = false;
  let shard;
  for (let at = 0; at < words.length; at += 1) {
    const [name, value] = words[at].split('=');
    if (name === '--affected') affected = true;
    else if (name === '--nightly') nightly = true;
    else if (name === '--shard') shard = shardOf(value ?? words[(at += 1)]);
    else nxArguments.push(words[at]);
  }
  if (nightly && shard) throw new Error('--nightly cannot be combined with --shard');
  return { affected, nightly, shard, nxArguments };
}

function shardOf(text) {
  const [, index, count] = /^([1-9]\d*)\/([1-9]\d*)$/.exec(text ?? '') ?? [];
  if (!count || Number(index) > Number(count))
    throw new Error(`--shard ${text ?? ''}: name the part and the number of parts, as in --shard 2/4`);
  return { index: Number(index), count: Number(count) };
}
