/** R2 takes parts of one size. Only the last one may be smaller, and the others have at least 5 MiB. */
const partSize = 8 * 1024 * 1024

type Upload = {
  write: (bytes: Uint8Array) => Promise<void>
  /** Stores the file, and returns its size. */
  end: () => Promise<number>
  /** Nothing is stored. */
  abort: () => Promise<void>
}

/** Writes a file of any size to R2 piece by piece, so that only one part is in memory. A small file is stored with one request. */
export function openUpload(files: R2Bucket, key: string, httpMetadata: R2HTTPMetadata): Upload {
  const buffer = new Uint8Array(partSize)
  const parts: R2UploadedPart[] = []
  let multipart: R2MultipartUpload | null = null
  let [filled, size] = [0, 0]
  const sendPart = async (bytes: Uint8Array) => {
    multipart ??= await files.createMultipartUpload(key, { httpMetadata })
    parts.push(await multipart.uploadPart(parts.length + 1, bytes))
  }
  return {
    async write(bytes) {
      size += bytes.length
      for (let at = 0; at < bytes.length; ) {
        const piece = bytes.subarray(at, at + partSize - filled)
        buffer.set(piece, filled)
        filled += piece.length
        at += piece.length
        if (filled === partSize) {
          await sendPart(buffer)
          filled = 0
        }
      }
    },
    async end() {
      const rest = buffer.subarray(0, filled)
      if (multipart === null) await files.put(key, rest, { httpMetadata })
      else {
        if (filled > 0) await sendPart(rest)
        await multipart.complete(parts)
      }
      return size
    },
    abort: async () => multipart?.abort(),
  }
}
