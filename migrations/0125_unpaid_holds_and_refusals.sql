ALTER TABLE `joiners` ADD `unpaid_holds` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `membership_payments` ADD `refusals` text DEFAULT '{}' NOT NULL;--> statement-breakpoint
CREATE INDEX `membership_payments_refused_of` ON `membership_payments` (`subscription_id`) WHERE refused > 0;