import { useMutation, useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useRef, useState } from 'react'
import type { ExportForm, FormExport } from '../../../domain/forms/export-contract.ts'
import type { Field } from '../../../domain/forms/fields.ts'
import { maxExportedBytes, maxExportedFiles } from '../../../domain/forms/limits.ts'
import { writeDate, writeTime } from '../../../domain/time/write-time.ts'
import { Button, buttonClasses } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { formatSize } from '../../ui/format-size.ts'
import { Select } from '../../ui/select.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import { exportingForm, formExports, formExportUrl } from './export-queries.ts'
import type { SubmissionFilter } from './queries.ts'

type ExportsDialogProps = {
  formId: string
  fields: readonly Field[]
  /** The columns of the list. */
  columns: readonly string[]
  filter: SubmissionFilter
  isFiltered: boolean
  onClose: () => void
}

const bySubmission = 'submissions'

/** Asks for a file with the submissions of the list, and shows those that were made. */
export default function ExportsDialog({ formId, fields, columns, filter, isFiltered, onClose }: ExportsDialogProps) {
  const exports = useQuery(formExports(formId))
  const request = useMutation(exportingForm(formId))
  const [isAllColumns, setAllColumns] = useState(true)
  const [isZip, setZip] = useState(false)
  const [rowsOf, setRowsOf] = useState(bySubmission)
  // The same request after an error makes no second file.
  const sent = useRef({ what: '', key: '' })
  const groups = fields.flatMap((field) => (field.kind === 'group' ? [field] : []))
  const hasFiles = fields
    .flatMap((field) => (field.kind === 'group' ? [field, ...field.fields] : [field]))
    .some(({ kind }) => kind === 'file' || kind === 'photo')
  const start = () => {
    const wanted: Omit<ExportForm, 'idempotencyKey'> = {
      format: isZip ? 'zip' : 'csv',
      search: Object.fromEntries(Object.entries(filter).filter(([, value]) => value)),
      columns: isAllColumns ? null : [...columns],
      rowsOf: rowsOf === bySubmission ? null : rowsOf,
    }
    const what = JSON.stringify(wanted)
    if (sent.current.what !== what) sent.current = { what, key: crypto.randomUUID() }
    const startAnew = () => {
      sent.current = { what: '', key: '' }
    }
    request.mutate({ ...wanted, idempotencyKey: sent.current.key }, { onSuccess: startAnew })
  }
  return (
    <Dialog
      title="Export"
      isOpen
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Done</Button>
          <Button variant="primary" isPending={request.isPending} pendingLabel="Starting" onClick={start}>
            Make the file
          </Button>
        </>
      }
    >
      <div className="grid gap-6">
        <div className="grid gap-3">
          <p className="text-soft">
            {isFiltered ? 'A table of the submissions that fit the filter' : 'A table of all submissions'}, for spreadsheets (CSV).
          </p>
          {groups.length > 0 && (
            <Select
              label="Rows"
              options={[
                { value: bySubmission, label: 'One for each submission' },
                ...groups.map(({ id, rowLabel }) => ({ value: id, label: `One for each ${rowLabel}` })),
              ]}
              value={rowsOf}
              onChange={setRowsOf}
            />
          )}
          <div>
            <Checkbox
              label="All answers"
              hint={isAllColumns ? undefined : 'Only the columns of the list.'}
              checked={isAllColumns}
              onChange={({ target }) => setAllColumns(target.checked)}
            />
            {hasFiles && (
              <Checkbox
                label="With the uploaded files, as a ZIP"
                hint={
                  isZip ? `More than ${maxExportedFiles} files or ${maxExportedBytes / 1024 / 1024} MB come in several parts.` : undefined
                }
                checked={isZip}
                onChange={({ target }) => setZip(target.checked)}
              />
            )}
          </div>
          {request.error && <ErrorNotice error={request.error} />}
        </div>
        <section aria-label="Files" className="grid gap-1">
          {exports.data ? (
            <Files exports={exports.data} />
          ) : exports.error ? (
            <ErrorNotice error={exports.error} onRetry={() => void exports.refetch()} isRetrying={exports.isFetching} />
          ) : (
            <Loading label="Loading the files">
              <Skeleton className="h-14" />
            </Loading>
          )}
        </section>
      </div>
    </Dialog>
  )
}

const countOf = (count: number | null) => (count === 1 ? '1 submission' : `${(count ?? 0).toLocaleString('en-US')} submissions`)
const writeDay = (at: number) => writeDate(at, { now: Date.now() }, { month: 'long', day: 'numeric' })
const writeMoment = (at: number) => writeTime(at, undefined, { dateStyle: 'medium', timeStyle: 'short' })

/** One notification tells of the first part, and one of all. */
const waitingText = ({ inParts }: FormExport) =>
  inParts && inParts.number > 1
    ? 'We are making it. You can leave, and we notify you when all parts are done.'
    : 'We are making it. You can leave, and we notify you.'

function Files({ exports }: { exports: readonly FormExport[] }) {
  if (exports.length === 0) return null
  return (
    <>
      <h3 className="text-small font-strong">Files</h3>
      <ul className="border-b border-line">
        {exports.map((file) => (
          <li key={file.id} className="flex min-h-14 items-center justify-between gap-4 border-t border-line py-2">
            <div className="min-w-0">
              <p className="font-medium">
                {file.format.toUpperCase()}
                {file.inParts && `, part ${file.inParts.number} of ${file.inParts.of}`}, {writeMoment(file.createdAt)}
              </p>
              <p role="status" className="text-small text-soft">
                {file.state === 'waiting' && waitingText(file)}
                {file.state === 'failed' && 'We could not make this file. Try it again.'}
                {file.state === 'made' && `${countOf(file.count)}, until ${writeDay(file.expiresAt ?? 0)}`}
              </p>
            </div>
            {file.state === 'waiting' && <Spinner />}
            {file.state === 'made' && (
              <a href={formExportUrl(file)} download className={buttonClasses('plain', 'small')}>
                <Download size={17} aria-hidden="true" /> {formatSize(file.size ?? 0)}
                <VisuallyHidden>
                  , download the {file.format.toUpperCase()}
                  {file.inParts && `, part ${file.inParts.number}`}
                </VisuallyHidden>
              </a>
            )}
          </li>
        ))}
      </ul>
    </>
  )
}
