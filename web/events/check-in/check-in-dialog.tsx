import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { QrScanner, type ScanResult } from '../../ui/qr-scanner.tsx'
import { formatClockTime } from '../manage/format-managed-event.ts'
import { formatJoinerNote, JoinerFace } from '../manage/manage-joiner.tsx'
import { readList, type ShownJoiner } from '../manage/managed-list.ts'
import type { Hosting } from '../manage/use-hosting.ts'
import { formatCheckedInCount, GroupStepper, UnsentNote } from './check-in-controls.tsx'
import { FormOwed } from './form-owed.tsx'
import { judgeTicket } from './judge-ticket.ts'

type CheckInDialogProps = { hosting: Hosting; isOpen: boolean; onClose: () => void }

const noPendingCheckIns = new Map()

const listEveryone = ({ going, waitlist, requests, formerJoiners }: Hosting['list']) => [
  ...going,
  ...waitlist,
  ...requests,
  ...formerJoiners,
]

/** Scans tickets. Each scan checks in the player with all their guests; below the camera, the host can correct the number. */
export default function CheckInDialog({ hosting, isOpen, onClose }: CheckInDialogProps) {
  const { managed, list, checkIns, refresh } = hosting
  const { id, timeZone } = managed.event
  const [lastJoinerId, setLastJoinerId] = useState<string | null>(null)
  const lastJoiner = list.going.find((joiner) => joiner.id === lastJoinerId && joiner.arrived > 0)

  const checkInByCode = async (code: string): Promise<ScanResult> => {
    const formatTime = (at: number) => formatClockTime(at, timeZone)
    let judged = judgeTicket(code, id, listEveryone(list), formatTime)
    if (judged.kind === 'unlisted' && navigator.onLine) {
      // They may have joined a moment ago.
      const refreshed = await refresh()
      if (refreshed) judged = judgeTicket(code, id, listEveryone(readList(refreshed, noPendingCheckIns, Date.now())), formatTime)
    }
    if (judged.kind === 'unlisted' && hosting.staleSince !== null) {
      return {
        isGood: false,
        text: `${judged.text} Your list is from ${formatTime(hosting.staleSince)}. Scan again when you are online.`,
      }
    }
    if (judged.joiner) setLastJoinerId(judged.joiner.id)
    if (judged.kind === 'admit' && judged.joiner) checkIns.record(judged.joiner, { arrived: judged.joiner.seats })
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
          {lastJoiner && <LastCheckedIn joiner={lastJoiner} hosting={hosting} />}
          <div className="flex items-center justify-between gap-4">
            <span className="grid">
              <span className="font-strong">{formatCheckedInCount(hosting)}</span>
              <UnsentNote hosting={hosting} />
            </span>
            <Button onClick={onClose}>Done</Button>
          </div>
        </div>
      }
    >
      <QrScanner onCode={checkInByCode} typedLabel="Or type the ticket code" typedHint="For example K7Q-4MX" />
    </Dialog>
  )
}

/** The player who was checked in last, so that the host can correct the number of people or undo the check-in. */
function LastCheckedIn({ joiner, hosting }: { joiner: ShownJoiner; hosting: Hosting }) {
  return (
    <div className="flex items-center gap-x-3 border-b border-line pb-3">
      <span className={joiner.seats > 1 ? 'grid max-sm:hidden' : 'grid'}>
        <JoinerFace joiner={joiner} size={40} />
      </span>
      <span className="grid min-w-0 flex-1">
        <span className="truncate font-strong">{joiner.name}</span>
        <span className="truncate text-small text-soft">{formatJoinerNote(hosting, joiner)}</span>
        <FormOwed joiner={joiner} hosting={hosting} />
      </span>
      <span className="flex items-center gap-1">
        {joiner.seats > 1 && <GroupStepper joiner={joiner} hosting={hosting} />}
        <Button variant="quiet" size="small" className="px-2.5!" onClick={() => hosting.checkIns.record(joiner, { arrived: 0 })}>
          Undo
        </Button>
      </span>
    </div>
  )
}
