/** Where we are: the address bar, as a screen and its parts. */

export type Route =
  | { screen: 'front' }
  | { screen: 'me' }
  | { screen: 'admin' }
  | { screen: 'table'; table: string }
  | { screen: 'replay'; table: string; game: number; at: number }
  | { screen: 'review'; table: string; game: number; seat: number; at: number }
  | { screen: 'analysis'; position: string; pad: string; seat: number }
  | { screen: 'puzzle'; number: number | null }
  | { screen: 'rules'; variant: string; table: string | null };

export function parsePath(path: string, search = ''): Route {
  const [, first, second, third, fourth] = path.split('/').map(decodeURIComponent);
  const query = new URLSearchParams(search);
  if (first === 't' && second) return { screen: 'table', table: second };
  if (first === 'g' && second) {
    const [table, game] = [second, Number(third) || 1];
    if (fourth === 'review') return { screen: 'review', table, game, seat: whole(query.get('seat')), at: Math.max(0, whole(query.get('turn')) - 1) };
    return { screen: 'replay', table, game, at: Number(query.get('at')) || 0 };
  }
  if (first === 'analysis') {
    return { screen: 'analysis', position: query.get('position') ?? '', pad: query.get('pad') ?? '', seat: whole(query.get('seat')) };
  }
  if (first === 'puzzle') return { screen: 'puzzle', number: Number(second) || null };
  if (first === 'rules') return { screen: 'rules', variant: second || 'classic', table: query.get('table') };
  if (first === 'me' || first === 'admin') return { screen: first };
  return { screen: 'front' };
}

const whole = (text: string | null) => Math.max(0, Math.floor(Number(text)) || 0);

class Place {
  route = $state.raw<Route>(parsePath(location.pathname, location.search));

  constructor() {
    addEventListener('popstate', () => this.read());
  }

  private read(): void {
    this.route = parsePath(location.pathname, location.search);
  }

  go(path: string): void {
    history.pushState(null, '', path);
    this.read();
    scrollTo(0, 0);
  }

  /** Change the address without a new entry in the history: the position in a replay. */
  note(path: string): void {
    history.replaceState(null, '', path);
  }
}

export const place = new Place();

/** For links: go there without reloading the page, unless a new tab is wanted. */
export function follow(event: MouseEvent): void {
  const link = event.currentTarget as HTMLAnchorElement;
  if (event.button || event.metaKey || event.ctrlKey || event.shiftKey) return;
  event.preventDefault();
  place.go(link.pathname + link.search);
}
