import { useState } from 'react'
import type { EventDetail } from '../../../domain/events/contract.ts'
import { formatLevels } from '../../../domain/events/format.ts'
import { formatTimes } from '../../../domain/events/share-words.ts'
import { usePlatform } from '../../app-state.ts'
import { getDefaultPaper, type PosterWords } from '../../posters/layout-poster.ts'
import { PosterEditor } from '../../posters/poster-editor.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import type { DialogProps } from '../dialogs.tsx'
import { activityLabel, eventUrl, toKnownActivity } from '../format-event.ts'

/** A poster of a game to print and hang up, or to send as a picture. */
export default function PosterDialog({ event, onClose }: DialogProps) {
  const { name } = usePlatform()
  const [paper, setPaper] = useState(getDefaultPaper)
  return (
    <Dialog title="Poster" isOpen onClose={onClose} width={560}>
      <PosterEditor words={wordsOf(event, name)} paper={paper} onPaper={setPaper}>
        <p className="text-soft">Print it and hang it up, or send it as a picture.</p>
      </PosterEditor>
    </Dialog>
  )
}

/** It has no open seats, because nobody updates a poster that hangs. */
function wordsOf(event: EventDetail, platform: string): PosterWords {
  const { id, title, activity, where, levelMin, levelMax } = event
  const { day, time, zoneText } = formatTimes(event, Date.now())
  return {
    title,
    facts: `${day}, ${time} · ${where.name}`,
    details: [activityLabel(activity), formatLevels(activity, levelMin, levelMax), where.address, zoneText].filter(Boolean).join(' · '),
    call: 'Scan to get a seat.',
    hint: 'See who is coming, bring a friend, or wait for a free seat.',
    url: eventUrl(id),
    author: platform,
    activity: toKnownActivity(activity),
    seed: id,
  }
}
