/** Made up, so that what is kept here can never be asked for from outside. */
const keyFor = (name: string) => `https://edge-cache.invalid/${encodeURIComponent(name)}`

/** A small JSON value kept at this edge for some seconds; loaded anew when it is not there. */
export async function rememberAtEdge<T>(name: string, seconds: number, load: () => Promise<T>): Promise<T> {
  const key = keyFor(name)
  const hit = await caches.default.match(key)
  if (hit) return hit.json()
  const value = await load()
  await caches.default.put(key, Response.json(value, { headers: { 'cache-control': `max-age=${seconds}` } }))
  return value
}

/** Forgets it here at once; other edges follow within its seconds. */
export const forgetAtEdge = async (name: string) => void (await caches.default.delete(keyFor(name)))
