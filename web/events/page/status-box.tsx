import type { ReactNode } from 'react'

export const StatusBox = ({ title, children }: { title: ReactNode; children: ReactNode }) => (
  <div className="grid gap-2.5">
    <p className="text-lead font-strong wrap-anywhere">{title}</p>
    {children}
  </div>
)
