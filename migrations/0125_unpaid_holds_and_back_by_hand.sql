ALTER TABLE `joiners` ADD `unpaid_holds` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `membership_payments` ADD `given_by_hand` integer DEFAULT 0 NOT NULL;