import { Plus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useFormContext } from 'react-hook-form'
import type { FormValues } from '../../../domain/events/form-values.ts'

const always = ['activity', 'date', 'time', 'minutes', 'where', 'capacity', 'root']

/** All that can be left alone, behind one line. What is not right in it opens it. */
export function MoreFold({ isOpenAtFirst, children }: { isOpenAtFirst: boolean; children: ReactNode }) {
  const { formState } = useFormContext<FormValues>()
  const [wasOpened, setOpened] = useState(isOpenAtFirst)
  const hasFault = Object.keys(formState.errors).some((name) => !always.includes(name))
  const isOpen = wasOpened || hasFault
  return (
    <details
      open={isOpen}
      data-fault={hasFault}
      onToggle={(event) => setOpened(event.currentTarget.open)}
      className="group border-t border-line"
    >
      <summary className="flex min-h-16 cursor-pointer list-none items-center justify-between gap-4 rounded-control [&::-webkit-details-marker]:hidden">
        <span className="min-w-0">
          <span className="text-title font-bold tracking-tight">More</span>{' '}
          <span className="text-small text-soft group-open:hidden">title, level, slots, guests, repeats …</span>
        </span>
        <Plus size={22} aria-hidden="true" className="flex-none text-court transition-transform group-open:rotate-45" />
      </summary>
      {isOpen && children}
    </details>
  )
}
