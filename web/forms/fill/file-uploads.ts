import { AppError } from '../../../domain/errors.ts'
import { type FormFile, maxFormFileBytes } from '../../../domain/forms/files.ts'
import { ShownError } from '../../../domain/shown-error.ts'
import { minute } from '../../../domain/time/spans.ts'
import { ApiError } from '../../api.ts'
import { readError } from '../../ui/read-error.ts'

/** A file on its way, or one that did not arrive. */
export type Upload = {
  key: string
  /** The answer that it is for, as the `AnswerStore` finds it again. */
  anchor: string
  name: string
  /** From 0 to 1. */
  share: number
  /** Too many came within a minute, so it is sent after that. */
  isWaiting: boolean
  /** Why it did not arrive. */
  failure: string | null
  /** The same file can arrive another time. */
  canRetry: boolean
}

export type NewFile = { field: string; name: string; key: string; blob: Blob }

/** How files reach the server. */
export type FilePort = {
  post: (file: NewFile, onProgress: (share: number) => void) => Promise<FormFile>
  /** Deletes a file that was not sent. */
  remove: (fileId: string) => Promise<unknown>
}

type Wanted = {
  field: string
  anchor: string
  isPhoto: boolean
  file: File
  /** Returns whether its answer is still there. */
  onDone: (file: FormFile, anchor: string) => boolean
}

/** So many are sent at the same time. */
const maxAtOnce = 3

const noUploads: readonly Upload[] = []

/**
 * The files of a form that are on their way. It is apart from React, so that a file also arrives when the person goes to another page of the
 * form meanwhile.
 */
export class FileUploads {
  readonly #port: FilePort
  readonly #listeners = new Set<() => void>()
  readonly #wanted = new Map<string, Wanted>()
  #uploads: readonly Upload[] = noUploads
  readonly #byAnchor = new Map<string, readonly Upload[]>()
  /** Those that are sent next. */
  #queue: string[] = []
  #sending = 0
  /** Nothing more is sent before the minute is over. */
  #isPaused = false
  /** Those that failed without an answer. They are sent again when the network is back. */
  readonly #unanswered = new Set<string>()
  /** What this tab shows of photos that it has sent, by the ids of their files. */
  readonly #previews = new Map<string, string>()

  constructor(port: FilePort) {
    this.#port = port
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => {
      this.#listeners.delete(listener)
    }
  }

  /** The uploads of one answer. It stays the same list until one of them changes. */
  readOf = (anchor: string): readonly Upload[] => this.#byAnchor.get(anchor) ?? noUploads
  readAll = (): readonly Upload[] => this.#uploads
  previewOf = (fileId: string): string | null => this.#previews.get(fileId) ?? null

  add(wanted: Wanted): void {
    const key = crypto.randomUUID()
    this.#wanted.set(key, wanted)
    this.#set([
      ...this.#uploads,
      { key, anchor: wanted.anchor, name: wanted.file.name || 'file', share: 0, isWaiting: false, failure: null, canRetry: true },
    ])
    this.#queue.push(key)
    this.#sendNext()
  }

  retry(key: string): void {
    this.#unanswered.delete(key)
    this.#change(key, { failure: null, share: 0 })
    this.#queue.push(key)
    this.#sendNext()
  }

  /** When the network is back. */
  retryUnanswered = (): void => {
    for (const key of [...this.#unanswered]) this.retry(key)
  }

  /** Forgets a file that did not arrive. */
  drop(key: string): void {
    this.#wanted.delete(key)
    this.#unanswered.delete(key)
    this.#set(this.#uploads.filter((upload) => upload.key !== key))
  }

  /** Forgets what has not arrived for these answers. Returns what sends it again, and is told where they are by then. */
  setAside(anchors: readonly string[]): (find?: (anchor: string) => string) => void {
    const aside = this.#uploads.filter(({ anchor }) => anchors.includes(anchor))
    const wanted = aside.flatMap(({ key }) => this.#wanted.get(key) ?? [])
    for (const { key } of aside) this.drop(key)
    return (find = (anchor) => anchor) => {
      for (const one of wanted) this.add({ ...one, anchor: find(one.anchor) })
    }
  }

  /** Deletes a file that had arrived. If that fails, it is deleted later because nobody sends it. */
  remove(fileId: string): void {
    const preview = this.#previews.get(fileId)
    if (preview) URL.revokeObjectURL(preview)
    this.#previews.delete(fileId)
    this.#port.remove(fileId).catch(() => undefined)
  }

  #sendNext(): void {
    while (!this.#isPaused && this.#sending < maxAtOnce) {
      const key = this.#queue.shift()
      if (key === undefined) return
      this.#sending += 1
      void this.#send(key).finally(() => {
        this.#sending -= 1
        this.#sendNext()
      })
    }
  }

  /** Sends a file again after a minute, because the server takes only so many in one. */
  #sendLater(key: string): void {
    const waiting = new Set([key, ...this.#queue])
    this.#queue = this.#uploads.map((upload) => upload.key).filter((one) => waiting.has(one))
    this.#change(key, { share: 0, isWaiting: true })
    if (this.#isPaused) return
    this.#isPaused = true
    setTimeout(() => {
      this.#isPaused = false
      this.#set(this.#uploads.map((upload) => (upload.isWaiting ? { ...upload, isWaiting: false } : upload)))
      this.#sendNext()
    }, minute)
  }

  async #send(key: string): Promise<void> {
    const wanted = this.#wanted.get(key)
    if (!wanted) return
    const { field, anchor, file, isPhoto, onDone } = wanted
    try {
      const blob = isPhoto ? await preparePhoto(file) : file
      if (blob.size === 0) throw new AppError('FileUnreadable')
      if (blob.size > maxFormFileBytes) throw new AppError('FileTooLarge')
      const sent = await this.#port.post({ field, key, name: file.name || 'file', blob }, (share) => this.#change(key, { share }))
      if (isPhoto) this.#previews.set(sent.id, URL.createObjectURL(blob))
      // The person can have taken it back meanwhile, and its answer can be gone.
      const isKept = this.#wanted.has(key) && onDone(sent, anchor)
      this.drop(key)
      if (!isKept) this.remove(sent.id)
    } catch (cause) {
      if (cause instanceof ApiError && cause.code === 'TooManyRequests') return this.#sendLater(key)
      if (!(cause instanceof ShownError)) this.#unanswered.add(key)
      this.#change(key, { failure: readError(cause).message, canRetry: !isFinal(cause) })
    }
  }

  #change(key: string, change: Partial<Upload>): void {
    this.#set(this.#uploads.map((upload) => (upload.key === key ? { ...upload, ...change } : upload)))
  }

  #set(uploads: readonly Upload[]): void {
    const before = this.#uploads
    this.#uploads = uploads
    for (const anchor of new Set([...before, ...uploads].map((upload) => upload.anchor))) {
      const now = uploads.filter((upload) => upload.anchor === anchor)
      const known = this.readOf(anchor)
      if (now.length !== known.length || now.some((upload, at) => upload !== known[at])) this.#byAnchor.set(anchor, now)
    }
    for (const listener of this.#listeners) listener()
  }
}

/** What is wrong with the file itself stays wrong. */
const isFinal = (cause: unknown) =>
  cause instanceof ApiError ? cause.status === 400 || cause.status === 413 : cause instanceof ShownError && cause.code !== 'Unexpected'

/** Drawing a photo again also removes what cameras write into it, such as the place. */
const preparePhoto = async (file: File): Promise<Blob> => (await import('../../places/prepare-photo.ts')).preparePhoto(file)
