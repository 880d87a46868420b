import { DatabaseSync } from 'node:sqlite'
import { WebSocketServer } from 'ws'

/**
 * What the fan-out is compared with: a plain server that stores each message in SQLite and sends it to every socket. It knows no
 * members, no limits and no repeated sends.
 */
const [file, port] = process.argv.slice(2)
if (!file || !port) throw new Error('Needs a database file and a port.')

const db = new DatabaseSync(file)
db.exec(
  'PRAGMA journal_mode = WAL; CREATE TABLE messages (seq INTEGER PRIMARY KEY, client_id TEXT, author_id TEXT, sent_at INTEGER, text TEXT)',
)
const insert = db.prepare('INSERT INTO messages (client_id, author_id, sent_at, text) VALUES (?, ?, ?, ?)')

const server = new WebSocketServer({ port: Number(port), perMessageDeflate: false })
server.on('connection', (socket) => {
  socket.on('message', (data) => {
    const { clientId, text } = JSON.parse(String(data))
    const sentAt = Date.now()
    const { lastInsertRowid } = insert.run(clientId, 'someone', sentAt, text)
    const message = { seq: Number(lastInsertRowid), clientId, authorId: 'someone', sentAt, text, replyTo: null, editedAt: null }
    const frame = JSON.stringify({ type: 'messages', messages: [message] })
    for (const client of server.clients) if (client.readyState === client.OPEN) client.send(frame)
  })
})
server.on('listening', () => process.stdout.write('ready\n'))
