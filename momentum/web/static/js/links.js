// Links between the pages: a key that came with the address goes along.

export function keepKey(link) {
  link.search = location.search;
}
