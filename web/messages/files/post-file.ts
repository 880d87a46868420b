import type { MessageFile } from '../../../domain/messages/files.ts'
import { readAnswer } from '../../api.ts'

type Posting = { conversationId: string; key: string; name: string; blob: Blob; onProgress: (share: number) => void }

/** Uploads a file. Only this kind of request says how far it is. The same key again returns the file that was stored. */
export function postFile({ conversationId, key, name, blob, onProgress }: Posting): Promise<MessageFile> {
  const query = new URLSearchParams({ name, idempotencyKey: key })
  const sent = new Promise<Response>((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', `/api/conversations/${conversationId}/files?${query}`)
    request.setRequestHeader('content-type', 'application/octet-stream')
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
    request.onload = () => resolve(new Response(request.responseText, { status: request.status }))
    request.onerror = () => reject(new TypeError('The file could not be sent.'))
    request.send(blob)
  })
  return readAnswer<MessageFile>(sent)
}
