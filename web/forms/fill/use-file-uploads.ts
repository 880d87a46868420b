import { useEffect, useState } from 'react'
import type { AnswerStore } from './answer-store.ts'
import { makeFilePort } from './file-port.ts'
import { FileUploads } from './file-uploads.ts'

/** The files that are added to answers, with the key with which these are sent. What had no network is sent again when it is back. */
export function useFileUploads(store: AnswerStore, form: Omit<Parameters<typeof makeFilePort>[0], 'readSecret'>): FileUploads {
  const [uploads] = useState(() => new FileUploads(makeFilePort({ ...form, readSecret: () => store.readBegun().idempotencyKey })))
  useEffect(() => {
    addEventListener('online', uploads.retryUnanswered)
    return () => removeEventListener('online', uploads.retryUnanswered)
  }, [uploads])
  return uploads
}
