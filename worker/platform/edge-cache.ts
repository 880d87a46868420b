/** This host does not exist, so nobody can request a cached value from outside. */
const toCacheKey = (name: string) => `https://edge-cache.invalid/${encodeURIComponent(name)}`

/** Caches a small JSON value at this edge location for some seconds. Loads it if it is not there. */
export async function cacheAtEdge<T>(name: string, seconds: number, load: () => Promise<T>): Promise<T> {
  const key = toCacheKey(name)
  const hit = await caches.default.match(key)
  if (hit) return hit.json()
  const value = await load()
  await caches.default.put(key, Response.json(value, { headers: { 'cache-control': `max-age=${seconds}` } }))
  return value
}

/** Deletes the value at this edge location. At others it expires by itself. */
export const deleteAtEdge = async (name: string) => void (await caches.default.delete(toCacheKey(name)))

/** The same for a file. */
export async function cacheFileAtEdge(name: string, seconds: number, load: () => Promise<Uint8Array<ArrayBuffer>>): Promise<ArrayBuffer> {
  const key = toCacheKey(name)
  const hit = await caches.default.match(key)
  if (hit) return hit.arrayBuffer()
  const file = await load()
  await caches.default.put(key, new Response(file, { headers: { 'cache-control': `max-age=${seconds}` } }))
  return file.buffer
}
