import type { MessageFile } from '../../../domain/messages/files.ts'
import { readAnswer } from '../../api.ts'

type Posting = { conversationId: string; key: string; name: string; blob: Blob; onProgress: (share: number) => void }

const headers = { 'content-type': 'application/octet-stream' }

/** Uploads a file. The same key again returns the file that was stored. */
export function postFile({ conversationId, key, name, blob, onProgress }: Posting): Promise<MessageFile> {
  const query = new URLSearchParams({ name, idempotencyKey: key })
  const path = `/api/conversations/${conversationId}/files?${query}`
  // Only this kind of request says how far it is. A service worker does not have it.
  if (typeof XMLHttpRequest === 'undefined') return readAnswer<MessageFile>(fetch(path, { method: 'POST', headers, body: blob }))
  const sent = new Promise<Response>((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', path)
    for (const [header, value] of Object.entries(headers)) request.setRequestHeader(header, value)
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
    request.onload = () => resolve(new Response(request.responseText, { status: request.status }))
    request.onerror = () => reject(new TypeError('The file could not be sent.'))
    request.send(blob)
  })
  return readAnswer<MessageFile>(sent)
}
