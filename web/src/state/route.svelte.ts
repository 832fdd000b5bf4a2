/** Where we are: the address bar, as a screen and its parts. */

import { STATIC } from '../net/local';

export type Route =
  | { screen: 'front' }
  | { screen: 'me' }
  | { screen: 'person'; handle: string }
  | { screen: 'admin' }
  | { screen: 'daily'; day: string; pad: string }
  | { screen: 'club'; club: string }
  | { screen: 'join'; link: string }
  | { screen: 'duel'; duel: string }
  | { screen: 'event'; event: string }
  | { screen: 'hall'; event: string }
  | { screen: 'table'; table: string }
  | { screen: 'replay'; table: string; game: number; at: number }
  | { screen: 'review'; table: string; game: number; seat: number; at: number | null }
  | { screen: 'analysis'; position: string; pad: string; seat: number }
  | { screen: 'puzzle'; number: number | null }
  | { screen: 'practice'; number: number | null }
  | { screen: 'board'; family: string; kind: string; season: string }
  | { screen: 'programs'; family: string }
  | { screen: 'program'; name: string }
  | { screen: 'rules'; variant: string; table: string | null };

export function parsePath(path: string, search = ''): Route {
  const [, first, second, third, fourth] = path.split('/').map(decodeURIComponent);
  const query = new URLSearchParams(search);
  if (first === 't' && second) return { screen: 'table', table: second };
  if (first === 'g' && second) {
    const [table, game] = [second, Number(third) || 1];
    if (fourth === 'review')
      return {
        screen: 'review',
        table,
        game,
        seat: whole(query.get('seat')),
        at: query.has('turn') ? Math.max(0, whole(query.get('turn')) - 1) : null,
      };
    return { screen: 'replay', table, game, at: Number(query.get('at')) || 0 };
  }
  if (first === 'analysis') {
    return {
      screen: 'analysis',
      position: query.get('position') ?? '',
      pad: query.get('pad') ?? '',
      seat: whole(query.get('seat')),
    };
  }
  if (first === 'practice') return { screen: 'practice', number: Number(second) || null };
  if (first === 'board')
    return {
      screen: 'board',
      family: second || 'classic',
      kind: third === 'several' ? 'several' : 'two',
      season: /^\d{4}-[1-4]$/.test(fourth ?? '') ? fourth! : '',
    };
  if (first === 'programs') return { screen: 'programs', family: second || 'classic' };
  if (first === 'program' && second) return { screen: 'program', name: second };
  if (first === 'puzzle') return { screen: 'puzzle', number: Number(second) || null };
  if (first === 'rules') return { screen: 'rules', variant: second || 'classic', table: query.get('table') };
  if (first === 'daily' && second && /^\d{4}-\d{2}-\d{2}$/.test(second))
    return { screen: 'daily', day: second, pad: third || 'classic' };
  if (first === 'club' && second) return { screen: 'club', club: second };
  if (first === 'c' && second) return { screen: 'join', link: second };
  if (first === 'd' && second) return { screen: 'duel', duel: second };
  if (first === 'e' && second) return { screen: third === 'hall' ? 'hall' : 'event', event: second };
  if (first === 'people' && second) return { screen: 'person', handle: second };
  if (first === 'me' || first === 'admin') return { screen: first };
  return { screen: 'front' };
}

const whole = (text: string | null) => Math.max(0, Math.floor(Number(text)) || 0);

/** Where we are, by the address bar. A plain folder has one page only: there the address stands behind a #. */
function here(): Route {
  if (!STATIC) return parsePath(location.pathname, location.search);
  const [path = '/', search = ''] = location.hash.slice(1).split('?');
  return parsePath(path, search);
}

const addressOf = (path: string) => (STATIC ? `#${path}` : path);

class Place {
  route = $state.raw<Route>(here());

  constructor() {
    addEventListener('popstate', () => this.read());
  }

  private read(): void {
    this.route = here();
  }

  go(path: string): void {
    history.pushState(null, '', addressOf(path));
    this.read();
    scrollTo(0, 0);
  }

  /** Change the address without a new entry in the history: the position in a replay. */
  note(path: string): void {
    history.replaceState(null, '', addressOf(path));
  }
}

export const place = new Place();

/** For links: go there without reloading the page, unless a new tab is wanted. */
export function follow(event: MouseEvent): void {
  const link = event.currentTarget as HTMLAnchorElement;
  if (event.button || event.metaKey || event.ctrlKey || event.shiftKey) return;
  event.preventDefault();
  place.go(link.hash.startsWith('#/') ? link.hash.slice(1) : link.pathname + link.search);
}

/** In a plain folder links lead behind the #, also those that open in a new tab. */
export function adaptLinks(): void {
  if (!STATIC) return;
  const adapt = ({ target }: Event) => {
    const link = (target as Element).closest?.('a[href^="/"]');
    link?.setAttribute('href', `#${link.getAttribute('href')}`);
  };
  for (const kind of ['pointerdown', 'focusin', 'click']) addEventListener(kind, adapt, true);
}
