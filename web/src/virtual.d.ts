declare module 'virtual:languages' {
  type Load = () => Promise<{ default: import('./text/text').Catalogue }>;
  /** Every language's own name for itself, by its code. */
  export const names: Record<string, string>;
  /** What the front page says at first sight. */
  export const first: Record<string, Load>;
  export const shell: Record<string, Load>;
  /** Words that single screens need. */
  export const parts: Record<'rules' | 'study', Record<string, Load>>;
}
