import {
  CalendarDays,
  CalendarX,
  CircleHelp,
  Clock,
  DollarSign,
  FileText,
  Flag,
  type LucideIcon,
  Mail,
  MessagesSquare,
  ShieldCheck,
  UserRound,
} from 'lucide-react'
import type { Alert } from '#shared/api/alerts.ts'

export const alertIcons: Record<Alert['icon'], LucideIcon> = {
  account: ShieldCheck,
  calendar: CalendarDays,
  cancelled: CalendarX,
  clock: Clock,
  document: FileText,
  flag: Flag,
  invitation: Mail,
  message: MessagesSquare,
  money: DollarSign,
  person: UserRound,
  question: CircleHelp,
}
