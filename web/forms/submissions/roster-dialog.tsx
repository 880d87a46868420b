import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { SeasonGroup } from '../../../domain/seasons/contract.ts'
import { seasonById, teamSeasons } from '../../seasons/queries.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { Select } from '../../ui/select.tsx'
import { useToday } from '../build/use-today.ts'

type RosterDialogProps = {
  teamId: string
  /** Whom it is about, such as "Ana Ortiz" or "3 submissions". */
  whose: string
  onPut: (place: { seasonId: string; groupId: string | null }) => Promise<unknown>
  onClose: () => void
}

const noGroup = 'none'
const nameGroup = ({ name, people, size }: SeasonGroup) => (size === null ? name : `${name} (${people} of ${size})`)

/** Puts those who sent the chosen submissions on the roster of a season. */
export default function RosterDialog({ teamId, whose, onPut, onClose }: RosterDialogProps) {
  const queries = useQueryClient()
  const today = useToday()
  const all = useInfiniteQuery(teamSeasons(teamId))
  const seasons = all.data?.pages.flatMap((page) => page.seasons).filter(({ endDate }) => endDate >= today)
  const [picked, setPicked] = useState<string | null>(null)
  const [groupId, setGroupId] = useState<string | null>(null)
  const seasonId = picked ?? (seasons?.length === 1 ? (seasons[0]?.id ?? null) : null)
  const season = useQuery({ ...seasonById(seasonId ?? ''), enabled: seasonId !== null })
  const groups = season.data?.groups ?? []
  const put = useMutation({
    mutationFn: onPut,
    onSuccess: async () => {
      void queries.invalidateQueries({ queryKey: ['seasons'] })
      onClose()
    },
  })
  const error = put.error ?? all.error ?? season.error
  return (
    <Dialog
      title={`Put ${whose} on a roster`}
      isOpen
      onClose={onClose}
      isDismissable={!put.isPending}
      footer={
        <>
          <Button onClick={onClose} disabled={put.isPending}>
            Cancel
          </Button>
          <Button
            variant="primary"
            disabled={seasonId === null}
            isPending={put.isPending}
            onClick={() => seasonId !== null && put.mutate({ seasonId, groupId })}
          >
            Put on the roster
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <p className="text-soft">
          For submissions that are accepted. Members play themselves, and parents’ forms put their children on the roster. Whoever has a
          group in this season keeps it.
        </p>
        {seasons?.length === 0 ? (
          <p>This community has no season that is not over. Start one first.</p>
        ) : (
          <Select
            label="Season"
            options={(seasons ?? []).map(({ id, label }) => ({ value: id, label }))}
            value={seasonId}
            onChange={(id) => {
              setPicked(id)
              setGroupId(null)
            }}
          />
        )}
        {groups.length > 0 && (
          <Select
            label="Group"
            options={[{ value: noGroup, label: 'No group yet' }, ...groups.map((group) => ({ value: group.id, label: nameGroup(group) }))]}
            value={groupId ?? noGroup}
            onChange={(id) => setGroupId(id === noGroup ? null : id)}
          />
        )}
        {error && <ErrorNotice error={error} />}
      </div>
    </Dialog>
  )
}
