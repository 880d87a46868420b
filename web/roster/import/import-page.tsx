import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { can } from '../../../domain/access/can.ts'
import { maxImportRows } from '../../../domain/roster/contract.ts'
import { type ColumnKind, guessColumns } from '../../../domain/roster/import-rules.ts'
import type { TeamDetail } from '../../../domain/teams/detail-contract.ts'
import { teamPath } from '../../../domain/teams/paths.ts'
import { TeamFrame } from '../../teams/team-frame.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { TextButton } from '../../ui/text-button.tsx'
import { ChooseFile } from './choose-file.tsx'
import { ImportPreview } from './import-preview.tsx'
import type { LoadedFile } from './read-file.ts'
import { forgetImport, readUnfinishedImport } from './unfinished-import.ts'

/** Adds people of a file to a community. */
export default function ImportPage() {
  return <TeamFrame title="Import people">{(team) => <Import team={team} />}</TeamFrame>
}

function Import({ team }: { team: TeamDetail }) {
  const [file, setFile] = useState<LoadedFile | null>(null)
  const [columns, setColumns] = useState<ColumnKind[]>([])
  const client = useQueryClient()
  if (!can(team, 'roster.manage')) {
    return (
      <EmptyState title="Only organizers can import people" hasBeans={false} className="py-4">
        Ask the owner or an organizer of this community.
      </EmptyState>
    )
  }
  const open = (loaded: LoadedFile) => {
    setFile(loaded)
    const unfinished = readUnfinishedImport(team.id)
    const isSame = unfinished?.file === loaded.name && JSON.stringify(unfinished.head) === JSON.stringify(loaded.table.head)
    // With other columns it would be another import, which adds people again.
    setColumns(isSame ? [...unfinished.columns] : guessColumns(loaded.table.head))
  }
  return (
    <section aria-labelledby="import-people" className="grid gap-4">
      <div>
        <Link to={`${teamPath(team.id)}/people`} className="inline-flex min-h-11 items-center font-strong text-court hover:underline">
          Back to the people
        </Link>
        <h2 id="import-people" className="text-title">
          Import people
        </h2>
      </div>
      {file ? (
        <ImportPreview
          key={file.name}
          teamId={team.id}
          file={file}
          columns={columns}
          onColumns={setColumns}
          onOther={() => setFile(null)}
          onEnd={() => void client.invalidateQueries({ queryKey: ['teams', team.id] })}
        />
      ) : (
        <>
          <p className="max-w-[60ch] text-soft">
            Choose a CSV file with one person per row, up to {maxImportRows.toLocaleString('en-US')} rows. Everyone in it becomes a guest.
            Whoever has an account with the same email is asked whether they want to join.
          </p>
          <Unfinished teamId={team.id} />
          <ChooseFile onOpen={open} />
        </>
      )}
    </section>
  )
}

/** For a person whose tab was closed during an import. */
function Unfinished({ teamId }: { teamId: string }) {
  const [unfinished, setUnfinished] = useState(() => readUnfinishedImport(teamId))
  if (!unfinished) return null
  const [sent, total] = [unfinished.sent, unfinished.total].map((rows) => rows.toLocaleString('en-US'))
  return (
    <p className="max-w-[60ch] rounded-control bg-wash px-4 py-3 wrap-anywhere">
      The import of {unfinished.file} stopped after {sent} of {total} rows. Choose the same file to continue. Nobody is added twice.{' '}
      <TextButton
        onClick={() => {
          forgetImport(teamId)
          setUnfinished(null)
        }}
      >
        Forget it
      </TextButton>
    </p>
  )
}
