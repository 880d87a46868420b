import { env } from 'cloudflare:workers'
import type { Viewer } from '../../domain/access/contract.ts'
import type { Message } from '../../domain/messages/contract.ts'
import type { MessageFile } from '../../domain/messages/files.ts'
import { joinBytes } from '../files/pictures.ts'
import { ask } from '../setup/client.ts'
import { newText, post } from './people.ts'

let made = 0

export const pdf = joinBytes(new TextEncoder().encode('%PDF-1.7\nThe rules of the house'))

type Uploading = { name?: string; key?: string }

export const upload = (viewer: Viewer | null, id: string, bytes: Uint8Array<ArrayBuffer>, { name = 'rules.pdf', key }: Uploading = {}) =>
  ask(`/api/conversations/${id}/files?name=${encodeURIComponent(name)}&idempotencyKey=${key ?? `upload-${made++}`}`, {
    method: 'POST',
    viewer,
    headers: { 'content-type': 'application/octet-stream', 'content-length': String(bytes.length) },
    body: bytes,
  })

/** Stores a file that must be accepted. */
export async function attach(viewer: Viewer, id: string, bytes: Uint8Array<ArrayBuffer> = pdf, more: Uploading = {}): Promise<MessageFile> {
  const answer = await upload(viewer, id, bytes, more)
  if (answer.status !== 201) throw new Error(`Not stored: ${answer.status} ${await answer.text()}`)
  return answer.json()
}

export const sendFiles = (viewer: Viewer, id: string, files: readonly { id: string; description?: string | null }[], text = '') =>
  post(viewer, id, { ...newText(text), files })

/** Sends a message with files that must be accepted. */
export async function sayWith(
  viewer: Viewer,
  id: string,
  files: readonly { id: string; description?: string | null }[],
  text = '',
): Promise<Message> {
  const answer = await sendFiles(viewer, id, files, text)
  if (answer.status !== 201) throw new Error(`Not sent: ${answer.status} ${await answer.text()}`)
  return answer.json()
}

export const addressOf = (id: string, { id: fileId, kind }: Pick<MessageFile, 'id' | 'kind'>) =>
  kind === 'picture' ? `/files/message-pictures/${id}.${fileId}/1280` : `/files/message-files/${id}.${fileId}`

export const openFile = (viewer: Viewer | null, id: string, file: Pick<MessageFile, 'id' | 'kind'>) => ask(addressOf(id, file), { viewer })

/** How many files of this conversation are stored. */
export async function countStored(id: string): Promise<number> {
  const lists = await Promise.all(['message-pictures', 'message-files'].map((folder) => env.FILES.list({ prefix: `${folder}/${id}.` })))
  return lists.reduce((sum, { objects }) => sum + objects.length, 0)
}
