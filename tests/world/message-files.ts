import * as v from 'valibot'
import { MessageFile } from '../../domain/messages/files.ts'
import { drawPhoto } from './draw-photo.ts'

type Sending = { address: string; cookie: string; conversationId: string }

const packingList = ['Two paddles', 'White shoes for the hall', 'Water, it gets hot', 'A towel', 'The blue cooler', ''].join('\n')

/** Sends two pictures of courts and a list, as the app does: first the files, then the message. The same again changes nothing. */
export async function sendFiles({ address, cookie, conversationId }: Sending): Promise<void> {
  const post = async (path: string, type: string, body: BodyInit): Promise<unknown> => {
    const response = await fetch(`${address}/api/conversations/${conversationId}${path}`, {
      method: 'POST',
      headers: { origin: address, cookie, 'content-type': type },
      body,
    })
    if (!response.ok) throw new Error(`POST ${path} failed with status ${response.status}: ${await response.text()}`)
    return response.json()
  }
  const upload = async (name: string, content: BodyInit, description: string | null) => {
    const query = new URLSearchParams({ name, idempotencyKey: `demo-file-${name.replace(/\W/g, '-')}` })
    const { id } = v.parse(MessageFile, await post(`/files?${query}`, 'application/octet-stream', content))
    return { id, description }
  }
  const files = [
    await upload('center-court.jpg', await drawPhoto('pickleball', 'center'), 'The center court, from above'),
    await upload('hall.jpg', await drawPhoto('basketball', 'hall'), 'The hall next to it'),
    await upload('packing-list.txt', packingList, null),
  ]
  await post('/messages', 'application/json', JSON.stringify({ clientId: 'demo-trip-files', text: 'This is where we play:', files }))
}
