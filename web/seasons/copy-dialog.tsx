import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { SeasonDetail } from '../../domain/seasons/contract.ts'
import { shiftDates } from '../../domain/seasons/copy-contract.ts'
import { dateText, dayNumberOf } from '../../domain/time/clock.ts'
import { Button } from '../ui/button.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { DateField } from '../ui/date-field.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { TextField } from '../ui/field.tsx'
import { formatSeasonDates, seasonPath } from './format-season.ts'
import { copyingSeason } from './queries.ts'

const labelLimit = 60
const lastDate = '2099-12-31'

/** Copies a season. The season and its copy are shown beside each other before it is made. */
export function CopyDialog({ season, onClose }: { season: SeasonDetail; onClose: () => void }) {
  const [label, setLabel] = useState(`${season.label} (copy)`)
  const [startDate, setStartDate] = useState<string | null>(() => dateText((dayNumberOf(season.endDate) ?? 0) + 1))
  const [copiesPeople, setCopiesPeople] = useState(true)
  const [copiesGames, setCopiesGames] = useState(true)
  const copy = useMutation(copyingSeason)
  const navigate = useNavigate()
  const dates = startDate === null ? null : shiftDates(season, startDate)
  const isReady = dates !== null && label.trim() !== ''
  const send = async () => {
    if (!dates) return
    const made = await copy.mutateAsync({ seasonId: season.id, label, startDate: dates.startDate, copiesPeople, copiesGames })
    onClose()
    await navigate(seasonPath(season.teamId, made.id))
  }
  const groups = season.groups.map(({ name }) => name).join(', ') || 'No groups'
  return (
    <Dialog
      title="Copy the season"
      isOpen
      onClose={onClose}
      width={620}
      isDismissable={!copy.isPending}
      footer={
        <>
          <Button onClick={onClose} disabled={copy.isPending}>
            Cancel
          </Button>
          <Button variant="primary" disabled={!isReady} isPending={copy.isPending} onClick={() => void send().catch(() => undefined)}>
            Make the copy
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField label="Label" value={label} onChange={({ target }) => setLabel(target.value)} autoComplete="off" limit={labelLimit} />
          <DateField label="First day" value={startDate} onChange={setStartDate} minDate="2000-01-01" maxDate={lastDate} />
        </div>
        <div>
          <Checkbox
            label="Copy the people and their places"
            checked={copiesPeople}
            onChange={({ target }) => setCopiesPeople(target.checked)}
          />
          <Checkbox
            label="Copy the games"
            hint="On the same weekdays and at the same times, without results. Days that are over are left out."
            checked={copiesGames}
            onChange={({ target }) => setCopiesGames(target.checked)}
          />
        </div>
        <div className="grid gap-4 sm:grid-cols-2">
          <Side name="Now" label={season.label} facts={[formatSeasonDates(season), groups]} />
          <Side
            name="Copy"
            label={label}
            facts={[
              dates ? formatSeasonDates(dates) : 'Choose the first day.',
              groups,
              copiesPeople ? 'With its people' : 'Without people',
              copiesGames ? 'With its games' : 'Without games',
            ]}
          />
        </div>
        <p className="text-small text-soft">You can undo the copy for a day. What others change in it until then stays.</p>
        {copy.isError && <ErrorNotice error={copy.error} />}
      </div>
    </Dialog>
  )
}

const Side = ({ name, label, facts }: { name: string; label: string; facts: readonly string[] }) => (
  <section aria-label={name} className="grid content-start gap-0.5 rounded-card border border-line p-4">
    <p className="text-small text-soft">{name}</p>
    <p className="font-strong wrap-anywhere">{label}</p>
    {facts.map((fact) => (
      <p key={fact} className="text-small wrap-anywhere">
        {fact}
      </p>
    ))}
  </section>
)
