import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { QrScanner, type Verdict } from '../../ui/qr-scanner.tsx'
import { JoinerFace, partyNote } from '../manage/manage-joiner.tsx'
import { clockAt } from '../manage/manage-words.ts'
import { readList, type ShownJoiner } from '../manage/managed-list.ts'
import type { Hosting } from '../manage/use-hosting.ts'
import { cameWords, PartyStepper, UnsentNote } from './check-in-controls.tsx'
import { judgeTicket } from './judge-ticket.ts'

type CheckInDialogProps = { hosting: Hosting; isOpen: boolean; onClose: () => void }

const nobodyWaiting = new Map()

const everyone = ({ going, inLine, asked, over }: Hosting['list']) => [...going, ...inLine, ...asked, ...over]

/** The gate: a ticket held up is a party let in, and who came with fewer is set right below. */
export default function CheckInDialog({ hosting, isOpen, onClose }: CheckInDialogProps) {
  const { managed, list, checkIns, refresh } = hosting
  const { id, timeZone } = managed.event
  const [lastId, setLastId] = useState<string | null>(null)
  const last = list.going.find((joiner) => joiner.id === lastId && joiner.arrived > 0)

  const take = async (code: string): Promise<Verdict> => {
    const clock = (at: number) => clockAt(at, timeZone)
    let judged = judgeTicket(code, id, everyone(list), clock)
    if (judged.kind === 'unlisted' && navigator.onLine) {
      // They may have joined a moment ago.
      const newer = await refresh()
      if (newer) judged = judgeTicket(code, id, everyone(readList(newer, nobodyWaiting, Date.now())), clock)
    }
    if (judged.kind === 'unlisted' && hosting.staleSince !== null) {
      return { isGood: false, words: `${judged.words} Your list is from ${clock(hosting.staleSince)}. Scan again when you are online.` }
    }
    if (judged.joiner) setLastId(judged.joiner.id)
    if (judged.kind === 'in' && judged.joiner) checkIns.report(judged.joiner, { arrived: judged.joiner.seats })
    return judged
  }

  return (
    <Dialog
      title="Check in"
      isOpen={isOpen}
      onClose={onClose}
      width={520}
      footer={
        <div className="grid w-full gap-3">
          {last && <LastIn joiner={last} hosting={hosting} />}
          <div className="flex items-center justify-between gap-4">
            <span className="grid">
              <span className="font-strong">{cameWords(hosting)}</span>
              <UnsentNote hosting={hosting} />
            </span>
            <Button onClick={onClose}>Done</Button>
          </div>
        </div>
      }
    >
      <QrScanner onCode={take} typedLabel="Or type the code of the ticket" />
    </Dialog>
  )
}

/** Whoever came in last, as long as the host may want to say that they came with fewer, or were somebody else. */
function LastIn({ joiner, hosting }: { joiner: ShownJoiner; hosting: Hosting }) {
  return (
    <div className="flex items-center gap-x-3 border-b border-line pb-3">
      <span className={joiner.seats > 1 ? 'grid max-sm:hidden' : 'grid'}>
        <JoinerFace joiner={joiner} size={40} />
      </span>
      <span className="grid min-w-0 flex-1">
        <span className="truncate font-strong">{joiner.name}</span>
        <span className="truncate text-small text-soft">{partyNote(hosting, joiner)}</span>
      </span>
      <span className="flex items-center gap-1">
        {joiner.seats > 1 && <PartyStepper joiner={joiner} hosting={hosting} />}
        <Button variant="quiet" size="small" className="px-2.5!" onClick={() => hosting.checkIns.report(joiner, { arrived: 0 })}>
          Undo
        </Button>
      </span>
    </div>
  )
}
