import type { Message } from '../../../domain/messages/contract.ts'
import { ApiError } from '../../api.ts'
import type { UnsentMessage } from '../outbox.ts'
import { sendMessage } from '../send-message.ts'
import { setUploadedId } from './local-files.ts'
import { uploadFile } from './uploads.ts'

/** Uploads the files of a message that the server does not have yet, and then sends it. */
export async function sendWithFiles(viewerId: string, message: UnsentMessage): Promise<Message> {
  const { files = [], conversationId } = message
  const send = async () => {
    const ids: string[] = []
    for (const file of files) ids.push(await uploadFile(file, { viewerId, conversationId }))
    return sendMessage(
      viewerId,
      message,
      ids.map((id, index) => ({ id, description: files[index]?.description || null })),
    )
  }
  try {
    return await send()
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'FilesMissing') throw error
    // They waited on the server for too long. Their content is still on this device.
    for (const { key } of files) await setUploadedId(viewerId, key, null)
    return send()
  }
}
