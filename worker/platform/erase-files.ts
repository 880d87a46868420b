/** As many as R2 takes at once. */
const deletedAtOnce = 1000

/** Files that are gone already are no fault, so this may be done twice. A key that ends with a slash means all below it. */
export async function eraseFiles(files: R2Bucket, keys: readonly string[]): Promise<void> {
  const single = keys.filter((key) => !key.endsWith('/'))
  for (let i = 0; i < single.length; i += deletedAtOnce) await files.delete(single.slice(i, i + deletedAtOnce))
  // An empty prefix would mean everything there is.
  for (const prefix of keys.filter((key) => key.endsWith('/') && key !== '/')) await eraseBelow(files, prefix)
}

async function eraseBelow(files: R2Bucket, prefix: string): Promise<void> {
  for (;;) {
    const { objects, truncated } = await files.list({ prefix, limit: deletedAtOnce })
    if (objects.length > 0) await files.delete(objects.map(({ key }) => key))
    if (!truncated) return
  }
}
