ALTER TABLE `due_refunds` ADD `waits_for` text;--> statement-breakpoint
ALTER TABLE `due_refunds` ADD `tried_at` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `submission_refunds` ADD `waits_for` text;--> statement-breakpoint
ALTER TABLE `submission_refunds` ADD `tried_at` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `order_refunds` ADD `waits_for` text;--> statement-breakpoint
ALTER TABLE `order_refunds` ADD `tried_at` integer DEFAULT 0 NOT NULL;