/** R2 deletes at most this many files per call. */
const maxDeletedAtOnce = 1000

/** Deletes files. A key that ends with a slash means all files below it. Missing files are not an error, so a job may run twice. */
export async function eraseFiles(files: R2Bucket, keys: readonly string[]): Promise<void> {
  const fileKeys = keys.filter((key) => !key.endsWith('/'))
  for (let i = 0; i < fileKeys.length; i += maxDeletedAtOnce) await files.delete(fileKeys.slice(i, i + maxDeletedAtOnce))
  // An empty prefix would delete every file.
  for (const prefix of keys.filter((key) => key.endsWith('/') && key !== '/')) await eraseFolder(files, prefix)
}

async function eraseFolder(files: R2Bucket, prefix: string): Promise<void> {
  for (;;) {
    const { objects, truncated } = await files.list({ prefix, limit: maxDeletedAtOnce })
    if (objects.length > 0) await files.delete(objects.map(({ key }) => key))
    if (!truncated) return
  }
}
