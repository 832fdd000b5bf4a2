declare module 'virtual:locale/*' {
  const catalogue: import('./text/text').Catalogue;
  export default catalogue;
}
declare module 'virtual:rules/*' {
  const catalogue: import('./text/text').Catalogue;
  export default catalogue;
}
