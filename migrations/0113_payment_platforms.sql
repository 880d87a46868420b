ALTER TABLE `due_payments` ADD `platform` text DEFAULT 'gth' NOT NULL;--> statement-breakpoint
ALTER TABLE `submission_payments` ADD `platform` text DEFAULT 'gth' NOT NULL;--> statement-breakpoint
ALTER TABLE `orders` ADD `platform` text DEFAULT 'gth' NOT NULL;