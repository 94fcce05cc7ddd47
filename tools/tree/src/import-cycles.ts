import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { read, readJson, root } from '@storewright/workspace';

const { paths } = readJson<{ compilerOptions: { paths: Record<string, string[]> } }>(
  'tsconfig.base.json',
).compilerOptions;

const importPattern = /^(?:import|export)\s[^'";]*?from '([^']+)'|^import '([^']+)'/gm;

export function importGraph(files: readonly string[]): Map<string, string[]> {
  return new Map(files.map((file) => [file, importsOf(file, new Set(files))]));
}

function importsOf(file: string, files: ReadonlySet<string>): string[] {
  const names = [...read(file).matchAll(importPattern)].map(([, from, bare]) => from ?? bare!);
  return names.flatMap((name) => resolved(file, name)).filter((target) => files.has(target));
}

function resolved(file: string, name: string): string[] {
  const bases = name.startsWith('.') ? [join(dirname(file), name)] : aliased(name);
  const candidates = bases.flatMap((base) => [base, `${base}.ts`, `${base}.tsx`, `${base}/index.ts`]);
  const target = candidates.find((path) => /\.tsx?$/.test(path) && existsSync(join(root, path)));
  return target === undefined ? [] : [target];
}

function aliased(name: string): string[] {
  for (const [alias, targets] of Object.entries(paths)) {
    const [, part = ''] = new RegExp(`^${alias.replace('*', '([^/]+)')}$`).exec(name) ?? [];
    if (alias === name || part !== '') return targets.map((target) => join(target.replace('*', part)));
  }
  return [];
}

/**
 * Returns the import cycles: groups of files that import each other, directly or indirectly (Tarjan's
 * algorithm).
 */
export function importCycles(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const cycles: string[][] = [];
  const index = new Map<string, number>();
  const low = new Map<string, number>();
  const stack: string[] = [];
  const visit = (file: string): void => {
    index.set(file, index.size);
    low.set(file, index.get(file)!);
    stack.push(file);
    for (const target of graph.get(file) ?? []) {
      if (!index.has(target)) visit(target);
      if (stack.includes(target)) low.set(file, Math.min(low.get(file)!, low.get(target)!));
    }
    if (low.get(file) !== index.get(file)) return;
    const cycle = stack.splice(stack.indexOf(file));
    if (cycle.length > 1) cycles.push(cycle.sort());
  };
  for (const file of graph.keys()) if (!index.has(file)) visit(file);
  return cycles.sort();
}
