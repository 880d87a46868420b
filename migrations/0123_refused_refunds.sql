ALTER TABLE `membership_payments` ADD `refused` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `membership_payments` ADD `refused_at` integer;--> statement-breakpoint
CREATE INDEX `membership_payments_refused` ON `membership_payments` (`refused_at`) WHERE refused > 0;--> statement-breakpoint
ALTER TABLE `plan_invoices` ADD `refused` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `plan_invoices` ADD `refused_at` integer;--> statement-breakpoint
CREATE INDEX `plan_invoices_refused` ON `plan_invoices` (`refused_at`) WHERE refused > 0;