import { CircleAlert } from 'lucide-react'
import { type Ref, useCallback } from 'react'
import { joinClasses } from '../../ui/class-names.ts'
import type { AnswerStore } from './answer-store.ts'
import { focusAnswer } from './field-cell.tsx'
import { useStored } from './form-context.ts'

type FaultListProps = { store: AnswerStore; parts: readonly string[]; box: Ref<HTMLDivElement> }

/** What is wrong on these pages or with these questions, with a link to each field. It gets shorter while the person mends it. */
export function FaultList({ store, parts, box }: FaultListProps) {
  const ids = parts.join()
  const read = useCallback(() => store.readFaults(ids.split(',')), [store, ids])
  const faults = useStored(store, read)
  return (
    // The box stays when it is empty, so that the focus is not lost with the last fault.
    <div ref={box} tabIndex={-1} className={joinClasses('outline-none', faults.length === 0 && '-mt-6')}>
      {faults.length > 0 && (
        <section aria-label="What needs a change" className="flex gap-3 rounded-card border border-bad bg-card p-3.5">
          <CircleAlert size={22} aria-hidden="true" className="mt-px flex-none text-bad" />
          <div className="grid min-w-0 gap-1">
            <p className="font-strong">{faults.length === 1 ? 'One answer needs a change' : `${faults.length} answers need a change`}</p>
            <ul className="grid">
              {faults.map(({ path, label, message }) => (
                <li key={path}>
                  <a
                    href={`#${path}`}
                    onClick={(event) => {
                      event.preventDefault()
                      store.reveal(path)
                      // The row of the answer is drawn first.
                      requestAnimationFrame(() => focusAnswer(path))
                    }}
                    className="inline-block py-1 text-court underline underline-offset-3 wrap-anywhere"
                  >
                    {label}
                  </a>
                  <span className="text-soft">: {message}</span>
                </li>
              ))}
            </ul>
          </div>
        </section>
      )}
    </div>
  )
}
