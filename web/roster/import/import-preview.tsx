import { Download } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import { Link } from 'react-router'
import { writeCsv } from '../../../domain/csv.ts'
import { type BadRow, type ColumnKind, checkRows, columnKindNames, columnKinds, judgeColumns } from '../../../domain/roster/import-rules.ts'
import { maxGuests } from '../../../domain/teams/contract.ts'
import { teamPath } from '../../../domain/teams/paths.ts'
import { saveTextFile } from '../../save-text-file.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { FieldError } from '../../ui/field.tsx'
import { Progress } from '../../ui/progress.tsx'
import { Select } from '../../ui/select.tsx'
import type { LoadedFile } from './read-file.ts'
import { useImport } from './use-import.ts'

type ImportPreviewProps = {
  teamId: string
  file: LoadedFile
  columns: ColumnKind[]
  onColumns: (columns: ColumnKind[]) => void
  onOther: () => void
  onEnd: () => void
}

const shownRows = 5
const shownBadRows = 50
const kindOptions = columnKinds.map((value) => ({ value, label: columnKindNames[value] }))
const count = (rows: number, one: string, many: string) => `${rows.toLocaleString('en-US')} ${rows === 1 ? one : many}`

/** What the columns contain, which rows are good, and the button that adds them. */
export function ImportPreview({ teamId, file, columns, onColumns, onOther, onEnd }: ImportPreviewProps) {
  const { table } = file
  const refusal = judgeColumns(columns)
  // Thousands of rows are not checked again each time the progress changes.
  const { good, bad } = useMemo(() => (refusal ? { good: [], bad: [] } : checkRows(table, columns)), [refusal, table, columns])
  const run = useImport(teamId, onEnd)
  if (run.state === 'done') {
    return (
      <div className="grid gap-4">
        <p role="status" className="font-strong">
          {count(run.added, 'person is', 'people are')} in your community as guests.
        </p>
        <Refused rows={[...run.refused, ...bad].toSorted((a, b) => a.line - b.line)} />
        <div className="flex flex-wrap gap-2.5">
          <Link to={`${teamPath(teamId)}/people`} className="inline-flex min-h-11 items-center font-strong text-court hover:underline">
            See the people
          </Link>
          <Button onClick={onOther}>Import another file</Button>
        </div>
      </div>
    )
  }
  return (
    <div className="grid gap-5">
      <p className="font-strong wrap-anywhere">{file.name}</p>
      <Part title="What is in the columns">
        <div className="grid gap-4 sm:grid-cols-2">
          {table.head.map((head, index) => (
            <Select
              // biome-ignore lint/suspicious/noArrayIndexKey: columns have no other identity, and two can have the same name.
              key={index}
              label={head.trim() || `Column ${index + 1}`}
              hint={table.rows
                .slice(0, 3)
                .map(({ cells }) => cells[index]?.trim())
                .filter(Boolean)
                .join(', ')
                .slice(0, 60)}
              options={kindOptions}
              value={columns[index] ?? 'skip'}
              isDisabled={run.state === 'running'}
              onChange={(kind) => onColumns(columns.map((old, at) => (at === index ? kind : old)))}
            />
          ))}
        </div>
        {refusal && <FieldError>{refusal}</FieldError>}
      </Part>
      {good.length > 0 && (
        <Part title={count(good.length, 'row is good', 'rows are good')}>
          <ul className="text-small text-soft">
            {good.slice(0, shownRows).map(({ row, name, email, jersey, position }) => (
              <li key={row} className="wrap-anywhere">
                {[name, email, jersey && `Jersey ${jersey}`, position].filter(Boolean).join(' · ')}
              </li>
            ))}
            {good.length > shownRows && <li>and {(good.length - shownRows).toLocaleString('en-US')} more</li>}
          </ul>
        </Part>
      )}
      <Refused rows={bad} />
      {run.state === 'running' && (
        <Progress
          label="Importing"
          value={run.sent}
          max={good.length}
          valueText={`${run.sent.toLocaleString('en-US')} of ${count(good.length, 'row', 'rows')}`}
        />
      )}
      {run.state === 'failed' && <ErrorNotice title="The import stopped. Nobody is added twice when you go on." error={run.error} />}
      <div className="flex flex-col-reverse gap-2.5 sm:flex-row">
        <Button onClick={onOther} disabled={run.state === 'running'}>
          Choose another file
        </Button>
        <Button
          variant="primary"
          disabled={good.length === 0}
          isPending={run.state === 'running'}
          pendingLabel="Importing"
          onClick={() => void run.start(file, columns, good)}
        >
          {run.state === 'failed' ? 'Go on' : `Import ${count(good.length, 'person', 'people')}`}
        </Button>
      </div>
      <p className="text-small text-soft">A community can have up to {maxGuests} guests.</p>
    </div>
  )
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <div className="grid gap-2">
    <h3 className="font-strong">{title}</h3>
    {children}
  </div>
)

const writeReport = (rows: readonly BadRow[]) =>
  writeCsv([['Row', 'Text', 'Reason'], ...rows.map(({ line, text, reason }) => [line, text, reason])])

/** The rows that are not imported, each with its reason. */
function Refused({ rows }: { rows: readonly BadRow[] }) {
  if (rows.length === 0) return null
  return (
    <Part title={count(rows.length, 'row is left out', 'rows are left out')}>
      <ul aria-label="Rows that are left out" className="border-t border-line text-small">
        {rows.slice(0, shownBadRows).map(({ line, text, reason }) => (
          <li
            key={`${line} ${reason}`}
            className="grid border-b border-line py-2 sm:grid-cols-[5rem_minmax(0,1fr)_minmax(0,1.5fr)] sm:gap-3"
          >
            <span className="text-soft">Row {line}</span>
            <span className="wrap-anywhere">{text}</span>
            <span className="text-bad">{reason}</span>
          </li>
        ))}
      </ul>
      {rows.length > shownBadRows && (
        <div className="grid justify-items-start gap-2">
          <p className="text-small text-soft">and {(rows.length - shownBadRows).toLocaleString('en-US')} more</p>
          <Button onClick={() => saveTextFile('Rows that are left out.csv', 'text/csv', writeReport(rows))}>
            <Download size={18} aria-hidden="true" /> Download all with their reasons
          </Button>
        </div>
      )}
    </Part>
  )
}
