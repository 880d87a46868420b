import type { MessageFile } from '../../../domain/messages/files.ts'
import { readAnswer } from '../../api.ts'
import { postBlob } from '../../post-blob.ts'

type Posting = { conversationId: string; key: string; name: string; blob: Blob; onProgress: (share: number) => void }

/** Uploads a file. The same key again returns the file that was stored. */
export function postFile({ conversationId, key, name, blob, onProgress }: Posting): Promise<MessageFile> {
  const query = new URLSearchParams({ name, idempotencyKey: key })
  return readAnswer<MessageFile>(postBlob(`/api/conversations/${conversationId}/files?${query}`, blob, onProgress))
}
