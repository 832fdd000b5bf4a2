/** What one screen passes to the next without the server: a record that was dropped on the page. */

export const handed = { record: '' };
