/** Files that a player brings: one, or a pad with the files beside it that it names as parents. */

export interface Brought {
  text: string;
  parents: Record<string, string>;
}

export async function readFiles(files: Iterable<File>): Promise<Brought | null> {
  const brought = new Map<string, string>();
  for (const file of files) brought.set(file.name.replace(/\.toml$/, ''), await file.text());
  const named = [...brought.values()].map((text) =>
    /^\s*parent\s*=\s*["']([^"']+)["']/m.exec(text)?.[1]?.replace(/\.toml$/, ''),
  );
  const child = [...brought.keys()].find((name) => !named.includes(name)) ?? [...brought.keys()][0];
  if (child === undefined) return null;
  const text = brought.get(child)!;
  brought.delete(child);
  return { text, parents: Object.fromEntries(brought) };
}
