/** The version of Rowlock that this page was built from. */
declare const __ROWLOCK__: string;

declare module 'virtual:python' {
  /** The version of the browser's Python that goes with this page. */
  export const version: string;
  /** Bytes of all its files as they travel. */
  export const weight: number;
  /** Its files with their sizes: the engine, and the networks of the bots. */
  export const files: [string, number][];
  export const networks: [string, number][];
}

declare module 'virtual:languages' {
  type Load = () => Promise<{ default: import('./text/text').Catalogue }>;
  /** Every language's own name for itself, by its code. */
  export const names: Record<string, string>;
  /** What the front page says at first sight. */
  export const first: Record<string, Load>;
  export const shell: Record<string, Load>;
  /** Words that single screens need. */
  export const parts: Record<'rules' | 'study' | 'people', Record<string, Load>>;
}
