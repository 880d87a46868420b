import { headLength } from '../../domain/files/file-format.ts'

/** A file that is arriving. `size` is null if the client does not say it; then it can only be collected. */
export type Upload = {
  head: Uint8Array<ArrayBuffer>
  size: number | null
  /** Reads the rest into memory, for formats that must be checked as a whole. */
  collect: () => Promise<Uint8Array<ArrayBuffer>>
  /** The whole file without reading it into memory. */
  stream: (size: number) => ReadableStream<Uint8Array>
}

/** Reads only as much of a file as is needed to recognize it. */
export async function readUpload({ body, headers }: Request): Promise<Upload> {
  const reader = (body ?? new Blob([]).stream()).getReader()
  const chunks: Uint8Array[] = []
  let isDone = false
  for (let length = 0; length < headLength && !isDone; ) {
    const { done, value } = await reader.read()
    isDone = done
    if (value) {
      chunks.push(value)
      length += value.length
    }
  }
  const head = joinChunks(chunks)
  const said = Number(headers.get('content-length') ?? Number.NaN)
  return {
    head,
    size: Number.isSafeInteger(said) && said > 0 ? said : null,
    collect: async () => {
      while (!isDone) {
        const { done, value } = await reader.read()
        isDone = done
        if (value) chunks.push(value)
      }
      return joinChunks(chunks)
    },
    stream: (size) => {
      const { readable, writable } = new FixedLengthStream(size)
      void pass(reader, head, writable.getWriter())
      return readable
    },
  }
}

async function pass(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  head: Uint8Array,
  writer: WritableStreamDefaultWriter<Uint8Array>,
): Promise<void> {
  try {
    await writer.write(head)
    for (;;) {
      const { done, value } = await reader.read()
      if (done) break
      await writer.write(value)
    }
    await writer.close()
  } catch (error) {
    // The client has gone, or sends another length than it said. Whoever reads the stream gets the error.
    await writer.abort(error).catch(() => undefined)
  }
}

function joinChunks(chunks: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(chunks.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const chunk of chunks) {
    joined.set(chunk, at)
    at += chunk.length
  }
  return joined
}
